import type { FastifyServerOptions } from 'fastify'
import type { ServerConfig } from '../config.ts'

/** What of an error names the fault and nothing of a customer's: PostgreSQL's and the system's names. */
const namesOfFault = ['code', 'constraint', 'table', 'column', 'routine', 'syscall'] as const
const CAUSES_MAX = 5

interface LoggedError extends Record<string, unknown> {
  readonly type: string
  readonly message: ''
  readonly stack: string
}

/**
 * An error as the log may have it. Messages are left out: a failed query's hold its parameters, a
 * unique index's the key, a parser's a piece of the body. The stack says where it was thrown.
 */
function loggedError(thrown: unknown, causes = 0): LoggedError {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: '', stack: '' }
  const named = namesOfFault.flatMap((name): [string, unknown][] => {
    const value = Reflect.get(thrown, name)
    return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : []
  })
  const frames = thrown.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: thrown.constructor.name,
    message: '',
    ...Object.fromEntries(named),
    stack: frames?.join('\n') ?? '',
    ...(thrown.cause !== undefined &&
      causes < CAUSES_MAX && { cause: loggedError(thrown.cause, causes + 1) }),
  }
}

/**
 * Structured logs without personal data: no network address, no query (it may carry a claim), no
 * header, no body, and of errors only what names the fault.
 */
export const logOptions = ({
  log,
}: Pick<ServerConfig, 'log'>): NonNullable<FastifyServerOptions['logger']> =>
  log === 'silent'
    ? false
    : {
        level: log,
        serializers: {
          err: (thrown: unknown) => ({ ...loggedError(thrown) }),
          error: (thrown: unknown) => loggedError(thrown),
          req: ({ method, url }) => ({ method, path: url?.split('?')[0] }),
          res: ({ statusCode }) => ({ statusCode }),
        },
        hooks: {
          // An error by itself would be logged with its message.
          logMethod(given, method) {
            const [first] = given
            if (first instanceof Error) method.call(this, { err: first }, 'an error')
            else method.apply(this, given)
          },
        },
      }
