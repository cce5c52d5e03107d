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
