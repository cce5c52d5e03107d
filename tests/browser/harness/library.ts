import { type Remote, wrap } from 'comlink'
import { createStore } from 'jotai'
import { layerBase } from '#core/design/create.ts'
import { DESIGN_VERSION, type Design, type PhotoRef } from '#core/design/document.ts'
import { emptyHistory } from '#core/design/history.ts'
import type { Outcome } from '#core/errors.ts'
import type { Progress, ReportProgress } from '#core/jobs.ts'
import * as drafts from '#src/state/drafts.ts'
import { library } from '#src/worker-clients/library.ts'
import { createWorkerClient } from '#src/worker-clients/worker-bridge.ts'
import type { StoreHarness } from './library-store.worker.ts'

/** The customer's library as the studio calls it, and a few measures of what it gives. */
export interface Taken {
  readonly answer: string
  readonly photo?: PhotoRef
  /** Of a plain `createImageBitmap` of what was stored. */
  readonly width?: number
  readonly height?: number
  readonly thumbnail?: readonly [width: number, height: number]
  readonly storedBytes?: number
  readonly mediaType?: string
}

const answerOf = (outcome: Outcome<unknown>) => (outcome.ok ? 'ok' : outcome.fault.code)
const fetched = async (url: string) => await (await fetch(url)).blob()

async function sized(blob: Blob): Promise<readonly [number, number]> {
  const bitmap = await createImageBitmap(blob)
  const size = [bitmap.width, bitmap.height] as const
  bitmap.close()
  return size
}

async function takeBlob(file: Blob): Promise<Taken> {
  const outcome = await library.takeIn(file)
  if (!outcome.ok) return { answer: outcome.fault.code }
  const { photo, thumbnail } = outcome.value
  const stored = await library.photo(photo)
  if (!stored.ok) return { answer: `stored: ${stored.fault.code}` }
  const [width, height] = await sized(stored.value)
  return {
    answer: 'ok',
    photo,
    width,
    height,
    thumbnail: await sized(thumbnail),
    storedBytes: stored.value.size,
    mediaType: stored.value.type,
  }
}

async function storedBlob(photo: PhotoRef): Promise<Blob> {
  const stored = await library.photo(photo)
  if (!stored.ok) throw new Error(stored.fault.code)
  return stored.value
}

/** One letter for each byte. */
const binaryText = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')

/** RGBA of a picture drawn to `sidePx` square. */
async function square(blob: Blob, sidePx: number): Promise<number[]> {
  const bitmap = await createImageBitmap(blob)
  const context = new OffscreenCanvas(sidePx, sidePx).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, sidePx, sidePx)
  bitmap.close()
  return [...context.getImageData(0, 0, sidePx, sidePx).data]
}

const storeWorkers: Remote<StoreHarness>[] = []
const storeHarness = (which = 0): Remote<StoreHarness> => {
  storeWorkers[which] ??= wrap<StoreHarness>(
    new Worker(new URL('./library-store.worker.ts', import.meta.url), { type: 'module' }),
  )
  return storeWorkers[which]
}

/** A worker that starts late, and dies or hangs when asked to. */
interface FrailApi {
  work(
    jobId: string,
    what: 'answer' | 'hang' | 'die',
    report: ReportProgress,
  ): Promise<Outcome<string>>
  cancel(jobId: string): void
}

let frailBorn = 0
const frail = createWorkerClient<FrailApi>({
  spawn: () => {
    frailBorn++
    return new Worker(new URL('./library-frail.worker.ts', import.meta.url), { type: 'module' })
  },
  idleMs: null,
  calls: { work: { jobWith: 1 } },
})
let frailRestarts = 0
frail.onRestart(() => {
  frailRestarts++
})

const atoms = createStore()
atoms.sub(drafts.draftsAtom, () => undefined)

const design = (id: string, title: string, photos: readonly PhotoRef[] = []): Design => ({
  version: DESIGN_VERSION,
  id,
  title,
  product: {
    kind: 'cake',
    catalogueVersion: 1,
    shape: 'square',
    sizeInches: 6,
    geometry: {
      widthMm: 152.4,
      heightMm: 152.4,
      cornerRadiusMm: 0,
      bleedMm: 3,
      safeMm: 3,
      holes: [],
    },
  },
  background: { kind: 'colour', colour: '#ffffff' },
  layout: { layoutId: 'free', gapMm: 2, marginMm: 4, cornerRadiusMm: 0 },
  layers: photos.map((photo, index) => ({
    kind: 'photo',
    adjustments: null,
    ...layerBase(`photo-${index}`),
    xMm: 50,
    yMm: 50,
    widthMm: 40,
    heightMm: 40,
    original: photo,
    derived: [],
    crop: { x: 0, y: 0, width: 1, height: 1 },
    mask: 'none',
    slotId: null,
  })),
})

let deviceIsFull = false
const putAsBuilt: IDBObjectStore['put'] = Reflect.get(IDBObjectStore.prototype, 'put')
IDBObjectStore.prototype.put = new Proxy(putAsBuilt, {
  apply: (put, store, args) => {
    if (deviceIsFull) throw new DOMException('full', 'QuotaExceededError')
    return Reflect.apply(put, store, args)
  },
})

const harness = {
  design,
  takeIn: async (url: string) => await takeBlob(await fetched(url)),
  takeBytes: async (bytes: readonly number[]) => await takeBlob(new Blob([Uint8Array.from(bytes)])),
  /** Draws a photo of `widthPx` x `heightPx` and takes it in. */
  takeDrawn: async (widthPx: number, heightPx: number): Promise<Taken> => {
    const canvas = new OffscreenCanvas(widthPx, heightPx)
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('no canvas')
    const gradient = context.createLinearGradient(0, 0, widthPx, heightPx)
    gradient.addColorStop(0, '#f4c95d')
    gradient.addColorStop(1, '#2a4d69')
    context.fillStyle = gradient
    context.fillRect(0, 0, widthPx, heightPx)
    const file = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
    canvas.width = 1
    return await takeBlob(file)
  },
  progress: async (url: string) => {
    const heard: Progress[] = []
    await library.takeIn(await fetched(url), { report: (progress) => heard.push(progress) })
    return heard
  },
  cancelled: async (url: string) => {
    const abort = new AbortController()
    const taking = library.takeIn(await fetched(url), { signal: abort.signal })
    const queued = library.takeIn(await fetched(url), { signal: abort.signal })
    abort.abort()
    return [answerOf(await taking), answerOf(await queued)]
  },
  pixels: async (photo: PhotoRef, sidePx: number) => await square(await storedBlob(photo), sidePx),
  pixelsOf: async (url: string, sidePx: number) => await square(await fetched(url), sidePx),
  storedText: async (photo: PhotoRef) => binaryText(await (await storedBlob(photo)).arrayBuffer()),
  answer: async (photo: PhotoRef) => answerOf(await library.photo(photo)),
  prune: async (keep: readonly string[]) => await library.prune(keep),
  thumbnail: async (photo: PhotoRef, sidePx: number) => {
    const outcome = await library.thumbnail(photo, sidePx)
    return outcome.ok ? await sized(outcome.value) : outcome.fault.code
  },
  /** Exports, lets `spoil` change the bytes, deletes the photos and imports again. */
  roundTrip: async (sent: Design, spoil?: { find: string; replace: string }) => {
    const packed = await library.exportDesign(sent)
    if (!packed.ok) return { answer: packed.fault.code }
    let file = packed.value.file
    if (spoil !== undefined) {
      const text = binaryText(await file.arrayBuffer())
      const spoilt = text.replaceAll(spoil.find, spoil.replace)
      file = new Blob([Uint8Array.from(spoilt, (letter) => letter.charCodeAt(0))])
    }
    await library.prune([])
    const unpacked = await library.importDesign(file)
    return {
      answer: answerOf(unpacked),
      name: packed.value.name,
      bytes: packed.value.file.size,
      design: unpacked.ok ? unpacked.value : null,
    }
  },
  frail: async (what: 'answer' | 'hang' | 'die', abortAfterMs?: number) => {
    const signal = abortAfterMs === undefined ? {} : { signal: AbortSignal.timeout(abortAfterMs) }
    const begunMs = performance.now()
    const answer = answerOf(await frail.work(what, signal))
    return { answer, tookMs: performance.now() - begunMs, born: frailBorn, restarts: frailRestarts }
  },
  storePut: (seed: number, bytes: number, which?: number) => storeHarness(which).put(seed, bytes),
  storeCheck: (hash: string, seed: number, which?: number) => storeHarness(which).check(hash, seed),
  storeHas: (hash: string) => storeHarness().has(hash),
  storeRemove: (hash: string) => storeHarness().remove(hash),
  storeList: () => storeHarness().list(),
  leaveHalf: (hash: string, name: string) => storeHarness().leaveHalf(hash, name),
  createDraft: async (drawn: Design) => answerOf(await atoms.set(drafts.createDraftAtom, drawn)),
  openDraft: async (id: string) => {
    const opened = await atoms.set(drafts.openDraftAtom, id)
    return opened.ok ? opened.value.design : opened.fault.code
  },
  edit: (drawn: Design) => atoms.set(drafts.autosaveAtom, { design: drawn, history: emptyHistory }),
  flush: async () => await atoms.set(drafts.flushDraftAtom),
  closeDraft: async () => answerOf(await atoms.set(drafts.closeDraftAtom)),
  duplicateDraft: async (id: string, title: string) =>
    answerOf(await atoms.set(drafts.duplicateDraftAtom, id, title)),
  renameDraft: async (id: string, title: string) =>
    answerOf(await atoms.set(drafts.renameDraftAtom, id, title)),
  deleteDraft: async (id: string) => answerOf(await atoms.set(drafts.deleteDraftAtom, id)),
  tidy: async () => await atoms.set(drafts.tidyPhotosAtom),
  titles: async () => {
    await atoms.set(drafts.refreshDraftsAtom)
    return (atoms.get(drafts.draftsAtom) ?? []).map(({ title }) => title)
  },
  saveState: () => atoms.get(drafts.saveStateAtom),
  elsewhere: () => atoms.get(drafts.changedElsewhereAtom),
  /** From now on each write is refused, as browsers do when the device is full. */
  fillDevice: () => {
    deviceIsFull = true
  },
  makeRoom: () => {
    deviceIsFull = false
  },
  /** Puts a record into the drafts' database that no version of ours wrote. */
  breakDraft: async (id: string, table: 'summaries' | 'designs') => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('stampa-drafts')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const work = database.transaction(table, 'readwrite')
    const value = { id, nonsense: true }
    if (table === 'summaries') work.objectStore(table).put(value)
    else work.objectStore(table).put(value, id)
    await new Promise((resolve) => {
      work.oncomplete = resolve
    })
    database.close()
  },
}

export type LibraryPage = typeof harness

Object.assign(window, { libraryPage: harness })
document.body.dataset['ready'] = ''
