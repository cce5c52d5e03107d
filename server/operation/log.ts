import type { FastifyServerOptions } from 'fastify'
import type { ServerConfig } from '../config.ts'

/**
 * Structured logs without personal data: no network address, no query (it may carry a claim), no
 * header and no body.
 */
export const logOptions = ({
  log,
}: Pick<ServerConfig, 'log'>): NonNullable<FastifyServerOptions['logger']> =>
  log === 'silent'
    ? false
    : {
        level: log,
        serializers: {
          req: ({ method, url }) => ({ method, path: url?.split('?')[0] }),
          res: ({ statusCode }) => ({ statusCode }),
        },
      }
