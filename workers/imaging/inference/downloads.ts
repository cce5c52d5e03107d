import { type LoadOnce, loadOnce, type WhenAbandoned } from '#core/cache/load-once.ts'
import { StampaError } from '#core/errors.ts'
import { throwIfCancelled } from '#core/jobs.ts'
import { sha256Hex } from '../../sha256.ts'
import { MODEL_CACHE } from '../api.ts'

/** A file that a tool needs before its first run, kept in Cache Storage afterwards. */
export interface Download {
  readonly url: string
  /** Of the bytes as they are used; null for a runtime, whose URL carries its hash. */
  readonly sha256: string | null
  readonly bytes: number
  /** As served with brotli: what the customer's connection carries. */
  readonly compressedBytes: number
}

/** Called with the bytes that have come since the last call, on the compressed scale. */
export type OnBytes = (bytes: number) => void

/** A cache key that survives a change of the file's address: what counts is the content. */
const keyOf = (download: Download): string =>
  download.sha256 === null ? download.url : `/model-cache/${download.sha256}`

/** Cache Storage is missing in private windows of some browsers: then nothing is kept. */
async function openCache(): Promise<Cache | null> {
  try {
    return await caches.open(MODEL_CACHE)
  } catch {
    return null
  }
}

/** Whether the file is on the device already. */
export async function isDownloaded(download: Download): Promise<boolean> {
  const cache = await openCache()
  return (await cache?.match(keyOf(download))) !== undefined
}

/** A file on its way. */
interface UnderWay {
  readonly bytes: LoadOnce<ArrayBuffer>
  readonly listeners: Set<OnBytes>
  /** What its listeners were told of in all. */
  told: number
}

const underWay = new Map<string, UnderWay>()

/**
 * The file's bytes: from the device, else fetched, verified and kept. It comes once, however many wait
 * for it, and stops when nobody does any more.
 * @param onBytes is told of all bytes, also of those that came before it asked
 * @throws StampaError `network-failed`, `download-damaged` or `cancelled`
 */
export async function obtain(
  download: Download,
  signal: AbortSignal,
  onBytes: OnBytes,
): Promise<ArrayBuffer> {
  throwIfCancelled(signal)
  const file = underWay.get(keyOf(download)) ?? begun(download)
  if (file.told > 0) onBytes(file.told)
  file.listeners.add(onBytes)
  try {
    return await file.bytes(signal)
  } finally {
    file.listeners.delete(onBytes)
  }
}

function begun(download: Download): UnderWay {
  const key = keyOf(download)
  const end = () => {
    if (underWay.get(key) === file) underWay.delete(key)
  }
  const load = (whenAbandoned: WhenAbandoned) => {
    const abandoning = new AbortController()
    whenAbandoned(() => {
      end()
      abandoning.abort()
    })
    return broughtHere(download, abandoning.signal, (bytes) => {
      file.told += bytes
      for (const listener of file.listeners) listener(bytes)
    }).finally(end)
  }
  const file: UnderWay = { bytes: loadOnce(load), listeners: new Set(), told: 0 }
  underWay.set(key, file)
  return file
}

async function broughtHere(
  download: Download,
  signal: AbortSignal,
  onBytes: OnBytes,
): Promise<ArrayBuffer> {
  const cache = await openCache()
  const kept = await cache?.match(keyOf(download))
  if (kept !== undefined) {
    const bytes = await kept.arrayBuffer()
    if (await isIntact(bytes, download)) {
      onBytes(download.compressedBytes)
      return bytes
    }
    await cache?.delete(keyOf(download))
  }
  const bytes = await fetchBytes(download, signal, onBytes)
  if (!(await isIntact(bytes, download))) {
    throw new StampaError('download-damaged', { cause: download.url })
  }
  await keep(cache, download, bytes)
  return bytes
}

/** Deletes what earlier versions kept: models and runtimes that are not in `current`. */
export async function pruneDownloads(current: readonly Download[]): Promise<void> {
  const cache = await openCache()
  if (cache === null) return
  const wanted = new Set(current.map((download) => new URL(keyOf(download), location.href).href))
  const stale = (await cache.keys()).filter(({ url }) => !wanted.has(url))
  await Promise.all(stale.map((request) => cache.delete(request)))
}

/** A full device must not stop the tool: the file is only fetched again next time. */
async function keep(cache: Cache | null, download: Download, bytes: ArrayBuffer): Promise<void> {
  try {
    await cache?.put(keyOf(download), new Response(bytes))
  } catch {
    await cache?.delete(keyOf(download))
  }
}

async function fetchBytes(
  download: Download,
  signal: AbortSignal,
  onBytes: OnBytes,
): Promise<ArrayBuffer> {
  try {
    const response = await fetch(download.url, { signal })
    if (!response.ok || response.body === null) {
      throw new StampaError('network-failed', { cause: `${response.status} ${download.url}` })
    }
    return await collect(response.body, download, onBytes)
  } catch (thrown) {
    if (signal.aborted) throw new StampaError('cancelled')
    if (thrown instanceof StampaError) throw thrown
    throw new StampaError('network-failed', { cause: thrown })
  }
}

async function collect(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  download: Download,
  onBytes: OnBytes,
): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(download.bytes)
  let length = 0
  let reported = 0
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    if (length + value.length > bytes.length) {
      await reader.cancel()
      throw new StampaError('download-damaged', { cause: `too long: ${download.url}` })
    }
    bytes.set(value, length)
    length += value.length
    const come = Math.floor((length / download.bytes) * download.compressedBytes)
    onBytes(come - reported)
    reported = come
  }
  if (length !== bytes.length) {
    throw new StampaError('download-damaged', { cause: `too short: ${download.url}` })
  }
  return bytes.buffer
}

async function isIntact(bytes: ArrayBuffer, download: Download): Promise<boolean> {
  if (bytes.byteLength !== download.bytes) return false
  if (download.sha256 === null) return true
  return (await sha256Hex(bytes)) === download.sha256
}
