import { acceleratorFor } from '#core/imaging/device/accelerator.ts'
import type { ModelCard, ModelRole } from '#core/imaging/models.ts'
import type { InferenceSession } from '#core/imaging/tool.ts'
import { enlarge } from '#core/imaging/tools/super-resolution/super-resolution.ts'
import { createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import { AcceleratedSession, type FastSession } from '#workers/imaging/accelerated-session.ts'
import { gpuAdapter } from '#workers/imaging/gpu-adapter.ts'
import { registry } from '#workers/imaging/inference/catalogue.ts'
import { loadOnnx } from '#workers/imaging/inference/onnx.ts'
import { openOnWebgpu } from '#workers/imaging/inference/webgpu-network.ts'
import { canSuspend } from '#workers/imaging/inference/webgpu-runtime.ts'
import { loadKernels } from '#workers/kernels.ts'
import { drawnInput } from '../../fixtures/drawn-input.ts'

/** The networks on whatever adapter there is, a software one too, which the product refuses. */
const INPUT_PX = 32
const PHOTO_PX = 40

function cardOf(role: ModelRole): ModelCard {
  const card = registry.find(role)
  if (card === null) throw new Error(`no network for ${role}`)
  return card
}

const inWebAssembly = (card: ModelCard) => loadOnnx(card, new AbortController().signal, () => {})
const onWebgpu = (card: ModelCard, signal = new AbortController().signal) =>
  openOnWebgpu(card, signal, () => {})

async function enlarged(card: ModelCard, session: InferenceSession): Promise<Uint8ClampedArray> {
  const photo = createRaster(PHOTO_PX, PHOTO_PX)
  photo.rgba.forEach((_, at) => {
    photo.rgba[at] = at % 4 === 3 ? 255 : 128 + 90 * Math.sin(at / 37)
  })
  const side = PHOTO_PX * card.scale
  const result = createRaster(side, side)
  const signal = new AbortController().signal
  const env = {
    kernels: await loadKernels(),
    signal,
    report: () => undefined,
    checkpoint: async () => undefined,
  }
  await enlarge(env, rasterSource(photo), { card, session }, rasterSink(result))
  return result.rgba
}

const largest = (one: ArrayLike<number>, other: ArrayLike<number>): number =>
  Array.from(one).reduce((most, value, at) => {
    const difference = Math.abs(value - (other[at] ?? Number.NaN))
    return Number.isNaN(difference) ? Number.POSITIVE_INFINITY : Math.max(most, difference)
  }, 0)

const harness = {
  /** Largest difference of the two answers, of 1 for their whole range, and how many values. */
  difference: async (role: ModelRole) => {
    const card = cardOf(role)
    const input = drawnInput(card, INPUT_PX)
    const plain = await inWebAssembly(card)
    const expected = await plain.run(input)
    await plain.release()
    const fast = await onWebgpu(card)
    const { values } = await fast.run(input)
    fast.close()
    const [low, high] = card.outputs[0]?.range ?? [0, 1]
    const difference = largest(values, expected.values) / (high - low)
    return { difference, values: values.length }
  },
  /** A photo that is enlarged on the adapter, whose runtime refuses the first tile if it is `failing`. */
  enlarged: async (failing: boolean) => {
    const card = cardOf('super-resolution/x2')
    const plain = await inWebAssembly(card)
    const opened = await onWebgpu(card)
    let runs = 0
    const fast: FastSession = {
      run: (input) => {
        runs++
        // A tensor of no sense is an error of the runtime.
        return opened.run(failing ? { shape: [1, 9, 1, 1], values: new Float32Array(9) } : input)
      },
      close: () => opened.close(),
    }
    const failures: string[] = []
    const session = new AcceleratedSession(plain, Promise.resolve(fast), (thrown) =>
      failures.push(String(thrown)),
    )
    await Promise.resolve()
    const pixels = await enlarged(card, session)
    session.close()
    return { difference: largest(pixels, await enlarged(card, plain)), runs, failures }
  },
  /** What a run of many seconds answers that is cancelled in its middle. */
  cancelled: async () => {
    const card = cardOf('super-resolution/x2')
    const cancelling = new AbortController()
    const fast = await onWebgpu(card, cancelling.signal)
    const running = fast.run(drawnInput(card)).catch((thrown: unknown) => String(thrown))
    await new Promise((resolve) => setTimeout(resolve, 100))
    cancelling.abort()
    const answer = await running
    fast.close()
    return answer
  },
  /** Whether the product would use this browser's adapter. */
  choice: async () =>
    acceleratorFor({
      adapter: await gpuAdapter(),
      suspends: canSuspend(),
      facts: { ios: false, savesData: false },
      small: false,
      trial: null,
      secondsHere: 60,
    }),
}

declare global {
  interface Window {
    acceleratorHarness: typeof harness
  }
}
window.acceleratorHarness = harness
document.body.dataset['ready'] = 'true'
