import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { headersFor } from '#server/headers.ts'
import { serveServiceWorker } from '#server/service-worker.ts'
import { serveSite } from '#server/static-site.ts'
import { appPort } from '../server-under-test.ts'

/**
 * An origin of a test's own, whose network can be pulled out: the built app as the server serves it,
 * everything else from the server under test.
 */
export class OwnNetwork {
  #folder: string
  #enabled = true
  /** Cut off in the middle: requests arrive nowhere. */
  #cut = false
  #cutsAtPlacement = false
  #port = 0
  #app: FastifyInstance | null = null
  /** Paths that were asked for since the network was plugged in last. */
  readonly asked: string[] = []

  constructor(folder: string) {
    this.#folder = folder
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async plugIn(): Promise<void> {
    // A connection that waits for nothing would keep the server open.
    const app = Fastify({ forceCloseConnections: true })
    this.asked.length = 0
    this.#cut = false
    this.#cutsAtPlacement = false
    app.addHook('onRequest', async ({ url, raw }, reply) => {
      this.asked.push(url)
      if (!this.#cut) return
      reply.hijack()
      raw.destroy()
    })
    app.addHook('onSend', async ({ url }, reply) => {
      reply.headers(headersFor(url.split('?')[0] ?? '/'))
    })
    const enabled = this.#enabled
    await serveServiceWorker(app, { distFolder: this.#folder, enabled, tilesUrl: undefined })
    await serveSite(app, this.#folder)
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _body, done) => done(null))
    app.setNotFoundHandler((incoming, reply) => {
      reply.hijack()
      // A page that is left ends its requests in the middle.
      this.#passOn(incoming.raw, reply.raw).catch(() => reply.raw.destroy())
    })
    await app.listen({ port: this.#port, host: '127.0.0.1' })
    this.#port = (app.server.address() as AddressInfo).port
    this.#app = app
  }

  /** The next order reaches the server; its answer, and everything after it, is lost. */
  cutAtPlacement(): void {
    this.#cutsAtPlacement = true
  }

  async #passOn(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method, url: path, headers } = incoming
    const pieces: Buffer[] = []
    for await (const piece of incoming) pieces.push(piece)
    const body = Buffer.concat(pieces)
    const isCut = this.#cutsAtPlacement && body.includes('"Order.place"')
    const onward = request(
      { host: '127.0.0.1', port: appPort, method, path, headers },
      (answer) => {
        if (isCut) {
          this.#cut = true
          answer.resume()
          outgoing.destroy()
          return
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    onward.end(body)
  }

  async pullOut(): Promise<void> {
    await this.#app?.close()
    this.#app = null
  }

  /** Another build takes the place of the one before, as on the day of an upgrade. */
  async upgrade(folder: string): Promise<void> {
    this.#folder = folder
    await this.pullOut()
    await this.plugIn()
  }

  /** What the operator's switch does (`STAMPA_SERVICE_WORKER=false`). */
  async turnWorkerOff(): Promise<void> {
    this.#enabled = false
    await this.pullOut()
    await this.plugIn()
  }
}
