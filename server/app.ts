import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyInstance } from 'fastify'
import type { ServerConfig } from './config.ts'
import { headersFor } from './headers.ts'

/** Hashed file names never change their bytes. */
const FOREVER = 'public, max-age=31536000, immutable'

/** The server: serves the built app, precompressed, with isolation and a strict policy. */
export async function buildApp(config: ServerConfig): Promise<FastifyInstance> {
  const app = Fastify({ logger: false })

  app.addHook('onSend', async (request, reply) => {
    reply.headers(headersFor(new URL(request.url, 'http://host').pathname))
  })

  await app.register(fastifyStatic, {
    root: config.distFolder,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      response.header('Cache-Control', path.includes('/assets/') ? FOREVER : 'no-cache')
    },
  })

  app.get('/healthz', async () => ({ status: 'ok' }))
  return app
}
