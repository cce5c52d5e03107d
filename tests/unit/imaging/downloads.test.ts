import { afterEach, expect, it, vi } from 'vitest'
import {
  type Download,
  isDownloaded,
  obtain,
  pruneDownloads,
} from '#workers/imaging/inference/downloads.ts'
import { sha256Hex } from '#workers/sha256.ts'

/** Cache Storage as far as downloads use it. */
class MadeCache {
  readonly #kept = new Map<string, Response>()
  readonly #key = (request: string | Request) =>
    new URL(typeof request === 'string' ? request : request.url, 'https://stampa.test/').href

  match = async (request: string) => this.#kept.get(this.#key(request))?.clone()
  put = async (request: string, response: Response) =>
    void this.#kept.set(this.#key(request), response)
  delete = async (request: string | Request) => this.#kept.delete(this.#key(request))
  keys = async () => [...this.#kept.keys()].map((url) => new Request(url))
}

const served = new Map<string, string>()

function standIn(): void {
  const cache = new MadeCache()
  vi.stubGlobal('location', { href: 'https://stampa.test/assets/imaging.js' })
  vi.stubGlobal('caches', { open: async () => cache })
  vi.stubGlobal('fetch', async (url: string) => new Response(served.get(url)))
}

afterEach(() => vi.unstubAllGlobals())

async function download(url: string, text: string, hashed: boolean): Promise<Download> {
  served.set(url, text)
  const bytes = new TextEncoder().encode(text)
  const sha256 = hashed ? await sha256Hex(bytes) : null
  return { url, sha256, bytes: bytes.length, compressedBytes: bytes.length }
}

const fetched = (each: Download) => obtain(each, new AbortController().signal, () => undefined)

it('models and runtimes of an earlier version are deleted, those of this one stay', async () => {
  standIn()
  const model = await download('/generated/models/face.onnx?v=2', 'new model', true)
  const runtime = await download('/assets/ort-2.wasm', 'new runtime', false)
  const oldModel = await download('/generated/models/face.onnx?v=1', 'old model', true)
  const oldRuntime = await download('/assets/ort-1.wasm', 'old runtime', false)
  for (const each of [oldModel, oldRuntime, model, runtime]) await fetched(each)
  await pruneDownloads([model, runtime])
  const here = await Promise.all([model, runtime, oldModel, oldRuntime].map(isDownloaded))
  expect(here).toEqual([true, true, false, false])
})

it('nothing goes wrong where the browser has no cache', async () => {
  standIn()
  vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('no', 'SecurityError')) })
  await expect(pruneDownloads([])).resolves.toBeUndefined()
})

/** A server that sends when it is told to, and counts. */
function slowServer() {
  const requests: string[] = []
  const aborted: string[] = []
  const answers = new Map<string, () => void>()
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    requests.push(url)
    return new Promise((resolve, reject) => {
      answers.set(url, () => resolve(new Response(served.get(url))))
      signal.addEventListener('abort', () => {
        aborted.push(url)
        reject(new DOMException('aborted', 'AbortError'))
      })
    })
  })
  return { requests, aborted, send: (url: string) => answers.get(url)?.() }
}

it('a file that is on its way is not fetched again, and each who waits is told of all its bytes', async () => {
  standIn()
  const server = slowServer()
  const file = await download('/assets/shared.onnx', 'a network', true)
  const told = [0, 0]
  const asking = [0, 1].map((at) =>
    obtain(file, new AbortController().signal, (bytes) => {
      told[at] = (told[at] ?? 0) + bytes
    }),
  )
  await vi.waitFor(() => expect(server.requests).toHaveLength(1))
  server.send(file.url)
  const texts = (await Promise.all(asking)).map((bytes) => new TextDecoder().decode(bytes))
  expect(texts).toEqual(['a network', 'a network'])
  expect(told).toEqual([file.compressedBytes, file.compressedBytes])
  expect(server.requests).toEqual([file.url])
})

it('a file comes for those who still wait for it, and is stopped with the last of them', async () => {
  standIn()
  const server = slowServer()
  const file = await download('/assets/left.onnx', 'a network', true)
  const [first, second] = [new AbortController(), new AbortController()]
  const asking = [first, second].map(({ signal }) => obtain(file, signal, () => undefined))
  const outcomes = Promise.allSettled(asking)
  await vi.waitFor(() => expect(server.requests).toHaveLength(1))
  first.abort()
  await expect(asking[0]).rejects.toMatchObject({ fault: { code: 'cancelled' } })
  expect(server.aborted).toEqual([])
  second.abort()
  await outcomes
  expect(server.aborted).toEqual([file.url])
  const again = obtain(file, new AbortController().signal, () => undefined)
  await vi.waitFor(() => expect(server.requests).toHaveLength(2))
  server.send(file.url)
  expect(new TextDecoder().decode(await again)).toBe('a network')
})
