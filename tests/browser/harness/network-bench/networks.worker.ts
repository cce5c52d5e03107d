import * as ort from 'onnxruntime-web/wasm'
import type { ModelCard } from '#core/imaging/models.ts'
import type { InferenceSession, ToolEnvironment } from '#core/imaging/tool.ts'
import { enlarge } from '#core/imaging/tools/super-resolution/super-resolution.ts'
import { createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import { registry } from '#workers/imaging/inference/catalogue.ts'
import { loadOnnx } from '#workers/imaging/inference/onnx.ts'
import { loadKernels } from '#workers/kernels.ts'
import { median } from '../../../fixtures/median.ts'
import { randomOf } from '../../../fixtures/random-of.ts'
import { convolutionsOnnx } from '../../../unit/imaging/tiny-onnx.ts'

/**
 * The shipped super-resolution networks on a photo, in the shipped tiles and by the shipped runtime,
 * beside plain convolutions in the same runtime, which the networks can hardly be faster than.
 */
export interface NetworkTimes {
  readonly threads: number
  readonly rounds: number
  /** GFLOP/s of one plain convolution a run, and of several one after another. */
  readonly plain: readonly { readonly convolutions: number; readonly gflops: number }[]
  readonly networks: readonly {
    readonly name: string
    readonly gflops: number
    /** Work of one photo, and the time of the whole tool on it. */
    readonly gflop: number
    readonly photoMs: number
  }[]
}

const PHOTO_PX = 1000
const PLAIN = { sidePx: 256, channels: 32, lengths: [1, 8] }
const ROUNDS = 5
const PLAIN_RUNS = 3

const random = randomOf(7)

const photo = createRaster(PHOTO_PX, PHOTO_PX)
for (let i = 0; i < photo.rgba.length; i++)
  photo.rgba[i] = i % 4 === 3 ? 255 : 128 + 90 * Math.sin(i / 9000) + 30 * random()

/** Seconds of one run, and the work in it, in GFLOP. */
interface Run {
  readonly seconds: number
  readonly gflop: number
}

/** In the runtime that `loadOnnx` has set up, with its threads. */
async function plainConvolutions(count: number): Promise<() => Promise<Run>> {
  const { channels, sidePx } = PLAIN
  // Of this spread the values neither grow nor fade from one convolution to the next.
  const spread = Math.sqrt(12 / (9 * channels))
  const weights = Float32Array.from(
    { length: channels * channels * 9 },
    () => (random() - 0.5) * spread,
  )
  const session = await ort.InferenceSession.create(convolutionsOnnx(channels, count, weights), {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all',
  })
  const values = Float32Array.from({ length: channels * sidePx ** 2 }, () => random() - 0.5)
  const input = new ort.Tensor('float32', values, [1, channels, sidePx, sidePx])
  const gflop = (2 * 9 * channels * channels * sidePx ** 2 * count) / 1e9
  return async () => {
    const began = performance.now()
    await session.run({ features0: input })
    return { seconds: (performance.now() - began) / 1000, gflop }
  }
}

/** Adds up what a network is shown and how long it thinks. */
class Watched implements InferenceSession {
  pixels = 0
  seconds = 0
  readonly #session: InferenceSession

  constructor(session: InferenceSession) {
    this.#session = session
  }

  run: InferenceSession['run'] = async (input) => {
    const began = performance.now()
    const output = await this.#session.run(input)
    this.seconds += (performance.now() - began) / 1000
    this.pixels += input.shape[2] * input.shape[3]
    return output
  }

  release = () => this.#session.release()
}

interface PhotoRun extends Run {
  readonly photoMs: number
}

async function photoRunner(
  env: ToolEnvironment,
  card: ModelCard,
): Promise<() => Promise<PhotoRun>> {
  const session = await loadOnnx(card, new AbortController().signal, () => undefined)
  const parameters = Number(card.figures?.['parameters'])
  const side = PHOTO_PX * card.scale
  const result = createRaster(side, side)
  return async () => {
    const watched = new Watched(session)
    const began = performance.now()
    await enlarge(env, rasterSource(photo), { card, session: watched }, rasterSink(result))
    const photoMs = performance.now() - began
    return {
      photoMs,
      seconds: watched.seconds,
      gflop: (2 * parameters * watched.pixels) / 1e9,
    }
  }
}

const gflopsOf = (runs: readonly Run[]): number =>
  median(runs.map(({ gflop, seconds }) => gflop / seconds))

/** All by turns, so that other load meets them alike; each once before, to be warm. */
async function measure(): Promise<NetworkTimes> {
  const signal = { aborted: false }
  const kernels = await loadKernels()
  const env = { kernels, signal, report: () => undefined, checkpoint: async () => undefined }
  const cards = registry.cards.filter(({ scale }) => scale > 1)
  const networks = []
  for (const card of cards)
    networks.push({ card, run: await photoRunner(env, card), runs: [] as PhotoRun[] })
  const plain = []
  for (const convolutions of PLAIN.lengths)
    plain.push({
      convolutions,
      run: await plainConvolutions(convolutions),
      runs: [] as Run[],
    })
  for (const one of [...plain, ...networks]) await one.run()
  for (let round = 0; round < ROUNDS; round++) {
    for (const { run, runs } of plain)
      for (let time = 0; time < PLAIN_RUNS; time++) runs.push(await run())
    for (const { run, runs } of networks) runs.push(await run())
  }
  return {
    threads: ort.env.wasm.numThreads ?? 1,
    rounds: ROUNDS,
    plain: plain.map(({ convolutions, runs }) => ({ convolutions, gflops: gflopsOf(runs) })),
    networks: networks.map(({ card, runs }) => ({
      name: card.name,
      gflops: gflopsOf(runs),
      gflop: runs[0]?.gflop ?? 0,
      photoMs: median(runs.map((run) => run.photoMs)),
    })),
  }
}

self.onmessage = async () => {
  try {
    self.postMessage({ times: await measure() })
  } catch (thrown) {
    self.postMessage({ error: String(thrown) })
  }
}
