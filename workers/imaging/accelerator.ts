import { faultOf } from '#core/errors.ts'
import {
  type AcceleratorQuestion,
  type AcceleratorTrial,
  type AdapterFacts,
  acceleratorFor,
  isTiled,
  speedupOf,
} from '#core/imaging/device/accelerator.ts'
import type { ModelCard, Network } from '#core/imaging/models.ts'
import type { Tensor } from '#core/imaging/tool.ts'
import { inTime } from '../in-time.ts'
import type { Job } from '../job-registry.ts'
import { AcceleratedSession, type FastSession, RUN_MS } from './accelerated-session.ts'
import type { AcceleratorTrials } from './accelerator-trials.ts'
import { shortest } from './shortest.ts'

/** What the accelerator is made of; handed in, so that it can be tested without a device. */
export interface AcceleratorParts {
  readonly adapter: () => Promise<AdapterFacts | null>
  readonly trials: AcceleratorTrials
  readonly open: (card: ModelCard, job: Job) => Promise<FastSession>
  readonly device: () => Pick<AcceleratorQuestion, 'facts' | 'small' | 'suspends'>
}

/** Side of the picture that both are timed with: small, and yet work for many threads. */
const TRIAL_PX = 128
/** All runs of each; the first, which sets everything up, comes before. */
const TRIAL_MS = 150

/** The graphics processor as an accelerator of the networks: where it is real, right and faster. */
export class Accelerator {
  readonly #parts: AcceleratorParts

  constructor(parts: AcceleratorParts) {
    this.#parts = parts
  }

  /**
   * How many times faster the networks run here by it, 1 where they do not; measured once where a
   * tool takes long enough in WebAssembly.
   * @param network that both are timed with
   * @throws StampaError `cancelled`
   */
  async speedup(secondsHere: number, network: () => Promise<Network>, job: Job): Promise<number> {
    const question = await this.#question(secondsHere)
    if (acceleratorFor(question).use !== 'trial') return speedupOf(question)
    const trial = await this.#tried(await network(), job)
    if (trial === null) return 1
    await this.#parts.trials.write(question.adapter?.name ?? '', trial)
    return speedupOf({ ...question, trial })
  }

  /**
   * The network as the job runs it: moved where that was found to be faster.
   * @returns with what ends it, once the job has
   */
  async lend(network: Network, job: Job): Promise<{ network: Network; close: () => void }> {
    const as = { network, close: () => undefined }
    if (!isTiled(network.card) || (await this.#parts.trials.isEmpty())) return as
    const question = await this.#question(0)
    if (acceleratorFor(question).use !== 'webgpu') return as
    const opening = this.#parts.open(network.card, job)
    const session = new AcceleratedSession(network.session, opening, (thrown) => {
      // No network today is no fault of the device.
      if (!isFetching(thrown)) void this.#forbid(question.adapter)
    })
    return { network: { card: network.card, session }, close: () => session.close() }
  }

  async #question(secondsHere: number): Promise<AcceleratorQuestion> {
    const adapter = await this.#parts.adapter()
    const trial = adapter === null ? null : await this.#parts.trials.read(adapter.name)
    return { ...this.#parts.device(), adapter, trial, secondsHere }
  }

  async #forbid(adapter: AdapterFacts | null): Promise<void> {
    await this.#parts.trials.write(adapter?.name ?? '', { speedup: null, difference: 0 })
  }

  /** Null where it could not be fetched: another time. */
  async #tried({ card, session }: Network, job: Job): Promise<AcceleratorTrial | null> {
    const input = drawnInput(card)
    let fast: FastSession | null = null
    try {
      const opened = await this.#parts.open(card, job)
      fast = opened
      const run = () => inTime(opened.run(input), RUN_MS)
      const difference = largestDifference(await session.run(input), await run())
      const plainMs = await shortest(TRIAL_MS, async () => void (await session.run(input)))
      const fastMs = await shortest(TRIAL_MS, async () => void (await run()))
      const [low, high] = card.outputs[0]?.range ?? [0, 1]
      return { speedup: plainMs / fastMs, difference: difference / (high - low) }
    } catch (thrown) {
      if (faultOf(thrown).code === 'cancelled') throw thrown
      return isFetching(thrown) ? null : { speedup: null, difference: 0 }
    } finally {
      fast?.close()
    }
  }
}

const isFetching = (thrown: unknown): boolean =>
  ['network-failed', 'download-damaged', 'script-failed'].includes(faultOf(thrown).code)

/** Soft waves: flat pictures would hide a difference. */
function drawnInput({ inputs: [input] }: ModelCard): Tensor {
  const channels = input?.colour === 'y' ? 1 : 3
  const values = Float32Array.from({ length: channels * TRIAL_PX ** 2 }, (_, at) => {
    const [x, y] = [at % TRIAL_PX, Math.floor(at / TRIAL_PX)]
    return 0.5 + 0.3 * Math.sin(x / 3) * Math.cos(y / 5) + 0.1 * Math.sin((x * y) / 70)
  })
  return { shape: [1, channels, TRIAL_PX, TRIAL_PX], values }
}

/** Infinite where a value is none, or one is missing. */
function largestDifference({ values }: Tensor, other: Tensor): number {
  if (other.values.length !== values.length) return Number.POSITIVE_INFINITY
  return values.reduce((most, value, at) => {
    const difference = Math.abs(value - (other.values[at] ?? Number.NaN))
    return Number.isNaN(difference) ? Number.POSITIVE_INFINITY : Math.max(most, difference)
  }, 0)
}
