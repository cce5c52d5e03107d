import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Hashed file names never change their bytes. */
const FOREVER = 'public, max-age=31536000, immutable'

/** The built app, precompressed; a file whose name begins with a dot is none of it. */
export async function serveSite(app: FastifyInstance, distFolder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: distFolder,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      response.setHeader('Cache-Control', path.includes('/assets/') ? FOREVER : 'no-cache')
    },
  })
}
