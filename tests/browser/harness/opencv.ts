import type { Progress } from '#core/jobs.ts'
import type { OutlineRing } from '#core/pixels/outline.ts'
import type { Plane } from '#core/pixels/raster.ts'
import { openCvCalls } from '#src/worker-clients/call-tables.ts'
import { createWorkerClient } from '#src/worker-clients/worker-bridge.ts'
import type { CleanSettings, OpenCvApi, OutlineSettings } from '#workers/opencv/api.ts'

/** The OpenCV worker as the studio calls it, on mattes made up of discs. */
const workers: Worker[] = []
const openCv = createWorkerClient<OpenCvApi>({
  spawn: () => {
    const worker = new Worker(
      new URL('../../../workers/opencv/opencv.worker.ts', import.meta.url),
      { type: 'module', name: 'opencv' },
    )
    workers.push(worker)
    return worker
  },
  idleMs: null,
  calls: openCvCalls,
})

/** A disc that fades over `softPx`, half there at `radiusPx`; `value` 0 cuts a hole. */
export interface Disc {
  readonly xPx: number
  readonly yPx: number
  readonly radiusPx: number
  readonly softPx: number
  readonly value: 0 | 255
}

export interface Scene {
  readonly widthPx: number
  readonly heightPx: number
  readonly discs: readonly Disc[]
}

function drawn({ widthPx, heightPx, discs }: Scene): Plane {
  const values = new Uint8ClampedArray(widthPx * heightPx)
  for (const { xPx, yPx, radiusPx, softPx, value } of discs) {
    const reachPx = Math.ceil(radiusPx + softPx) + 1
    const bottom = Math.min(heightPx, yPx + reachPx)
    const right = Math.min(widthPx, xPx + reachPx)
    for (let y = Math.max(0, Math.floor(yPx - reachPx)); y < bottom; y++)
      for (let x = Math.max(0, Math.floor(xPx - reachPx)); x < right; x++) {
        const fromEdgePx = radiusPx - Math.hypot(x + 0.5 - xPx, y + 0.5 - yPx)
        const share = Math.min(1, Math.max(0, 0.5 + fromEdgePx / Math.max(1, softPx)))
        const at = y * widthPx + x
        values[at] = (values[at] ?? 0) * (1 - share) + value * share
      }
  }
  return { widthPx, heightPx, values }
}

const cleanSettings: CleanSettings = { islandShare: 0.02, holeShare: 0.002 }

/** Cleans a scene, and counts where the answer differs from what it should be. */
async function clean(scene: Scene, expected: Scene, settings = cleanSettings) {
  const startMs = performance.now()
  const outcome = await openCv.cleanMatte(drawn(scene), settings)
  const tookMs = performance.now() - startMs
  if (!outcome.ok) return { outcome, differing: -1, largestDifference: -1, tookMs }
  const right = drawn(expected)
  let differing = 0
  let largestDifference = 0
  for (let i = 0; i < right.values.length; i++) {
    const difference = Math.abs((right.values[i] ?? 0) - (outcome.value.values[i] ?? 0))
    if (difference > 0) differing++
    largestDifference = Math.max(largestDifference, difference)
  }
  return { outcome: { ok: true as const }, differing, largestDifference, tookMs }
}

async function outline(scene: Scene, settings: OutlineSettings) {
  const startMs = performance.now()
  const outcome = await openCv.subjectOutline(drawn(scene), settings)
  return { outcome, tookMs: performance.now() - startMs }
}

/** Nearest and farthest a closed line comes to a point, its sides included. */
function reach({ points }: OutlineRing, xPx: number, yPx: number) {
  const distances = points.flatMap((from, i) => {
    const to = points[(i + 1) % points.length] ?? from
    const steps = Array.from({ length: 9 }, (_, step) => step / 8)
    return steps.map((t) =>
      Math.hypot(
        from.xPx + (to.xPx - from.xPx) * t - xPx,
        from.yPx + (to.yPx - from.yPx) * t - yPx,
      ),
    )
  })
  return { nearest: Math.min(...distances), farthest: Math.max(...distances) }
}

/** Aborts at the first report of `stage`; `at` null aborts before the call is made. */
async function cancelled(scene: Scene, at: Progress['stage'] | null) {
  const cancelling = new AbortController()
  const matte = drawn(scene)
  if (at === null) cancelling.abort()
  let abortedMs = performance.now()
  const outcome = await openCv.subjectOutline(
    matte,
    { widthPx: 20, smoothPx: 10 },
    {
      signal: cancelling.signal,
      report: ({ stage }) => {
        if (stage !== at || cancelling.signal.aborted) return
        abortedMs = performance.now()
        cancelling.abort()
      },
    },
  )
  return { outcome, tookMs: performance.now() - abortedMs }
}

/** Two jobs at once, the second aborted while it waits for the first. */
async function cancelledInQueue(scene: Scene) {
  const cancelling = new AbortController()
  const matte = drawn(scene)
  const settings = { widthPx: 20, smoothPx: 10 }
  const first = openCv.subjectOutline(matte, settings)
  const second = openCv.subjectOutline(matte, settings, { signal: cancelling.signal })
  cancelling.abort()
  return { second: await second, first: await first }
}

/** A job whose worker dies under it. */
async function dying(scene: Scene) {
  return openCv.subjectOutline(
    drawn(scene),
    { widthPx: 20, smoothPx: 10 },
    { report: () => workers.at(-1)?.dispatchEvent(new ErrorEvent('error', { message: 'killed' })) },
  )
}

/** A matte whose bytes are not as many as its pixels. */
const damaged = () =>
  openCv.cleanMatte({ widthPx: 10, heightPx: 10, values: new Uint8ClampedArray(7) }, cleanSettings)

/** OpenCV's memory after each of so many rounds of both calls. */
async function heaps(scene: Scene, rounds: number) {
  const matte = drawn(scene)
  const bytes: number[] = []
  for (let round = 0; round < rounds; round++) {
    const clean = await openCv.cleanMatte(matte, cleanSettings)
    const lines = await openCv.subjectOutline(matte, { widthPx: 30, smoothPx: 12 })
    const heap = await openCv.heapBytes()
    if (!clean.ok || !lines.ok || !heap.ok) throw new Error('a round failed')
    bytes.push(heap.value)
  }
  return bytes
}

const harness = {
  openCv,
  clean,
  outline,
  reach,
  cancelled,
  cancelledInQueue,
  dying,
  damaged,
  heaps,
  heapBytes: () => openCv.heapBytes(),
  workers: () => workers.length,
}

declare global {
  interface Window {
    openCvHarness: typeof harness
  }
}
window.openCvHarness = harness
document.body.dataset['ready'] = 'true'
