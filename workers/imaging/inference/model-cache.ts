import { loadOnceEach, type WhenAbandoned } from '#core/cache/load-once.ts'
import { outcomeOf, StampaError } from '#core/errors.ts'
import type {
  MediapipeCard,
  ModelCard,
  ModelRole,
  ModelTier,
  Network,
  OnnxCard,
} from '#core/imaging/models.ts'
import type { PortraitModels } from '#core/imaging/tool-definition.ts'
import { type ToolId, toolById } from '#core/imaging/tools/table.ts'
import type { Job } from '../../job-registry.ts'
import { loadScript } from '../../load-script.ts'
import type { FastSession } from '../accelerated-session.ts'
import { Accelerator } from '../accelerator.ts'
import { KeptTrials } from '../accelerator-trials.ts'
import type { ToolReadiness } from '../api.ts'
import { deviceFacts } from '../device-facts.ts'
import { gpuAdapter } from '../gpu-adapter.ts'
import { isSmall, smallTiled } from '../spared-device.ts'
import { downloadOf, hasRoles, registry } from './catalogue.ts'
import { type Download, isDownloaded, type OnBytes, obtain, pruneDownloads } from './downloads.ts'
import type { PortraitFiles } from './portrait-api.ts'
import { openPortraitModels } from './portrait-models.ts'
import { canSuspend, webgpuRuntime } from './webgpu-runtime.ts'

/**
 * The networks of this worker. Ours are small: loaded when a tool first needs them, once, and kept.
 * Those of the portraits stand in a worker of their own for as long as they are looked with.
 */
export class ModelCache {
  readonly #network = loadOnceEach(loadNetwork, { keyOf: ({ card }) => card })
  readonly #accelerator = new Accelerator({
    adapter: gpuAdapter,
    trials: new KeptTrials(),
    open: openFast,
    device: () => ({ facts: deviceFacts(), small: isSmall(), suspends: canSuspend() }),
  })
  readonly #lent = new Map<Job, readonly (() => void)[]>()
  #pruned = false

  /** Whether a tool can run in this build, and what it has yet to fetch. */
  async readiness(id: ToolId): Promise<ToolReadiness> {
    const tool = toolById(id)
    if (tool === undefined || !hasRoles(tool.roles)) return { available: false, downloadBytes: 0 }
    this.#pruneOnce()
    // Its code comes along while there is a network; a failure is told when the tool runs.
    void outcomeOf(() => tool.load())
    const missing = await missingOf(
      await downloadsFor(cardsOf([...tool.roles, ...(tool.aids ?? [])])),
    )
    return { available: true, downloadBytes: sumOf(missing) }
  }

  #pruneOnce(): void {
    if (this.#pruned) return
    this.#pruned = true
    void prune()
  }

  /** Lends the portrait networks to `work`; their memory is given back with its end. */
  async withPortrait<T>(job: Job, work: (models: PortraitModels) => Promise<T>): Promise<T> {
    const cards = cardsOf(['face/detect', 'person/mask'])
    const onBytes = await downloadReport(job, await downloadsFor(cards))
    const portrait = await openPortraitModels(await portraitFiles(job.signal, onBytes), job.signal)
    try {
      return await work(portrait)
    } finally {
      portrait.close()
    }
  }

  /**
   * The network of a role, or null where this build has none; of another tier where it has none of
   * the asked one.
   */
  async network(role: ModelRole, tier: ModelTier, job: Job): Promise<Network | null> {
    const card = registry.find(role, tier)
    if (card?.runtime !== 'onnx') return null
    const network = await this.#network({ card, job }, job.signal)
    if (isSmall()) return smallTiled(network)
    const lent = await this.#accelerator.lend(network, job)
    this.#lent.set(job, [...(this.#lent.get(job) ?? []), lent.close])
    return lent.network
  }

  /** Ends what was opened for this job alone; to be called whatever became of it. */
  giveBack(job: Job): void {
    for (const close of this.#lent.get(job) ?? []) close()
    this.#lent.delete(job)
  }

  /**
   * How many times faster networks run here on the graphics processor than in WebAssembly; 1 where
   * they do not run there.
   * @param secondsHere that a tool takes in WebAssembly
   */
  async speedup(secondsHere: number, job: Job): Promise<number> {
    return await this.#accelerator.speedup(secondsHere, () => this.timed(job), job)
  }

  /** The network that the device is timed with, in WebAssembly. */
  async timed(job: Job): Promise<Network> {
    const card = registry.find('super-resolution/x2', 'instant')
    if (card?.runtime !== 'onnx') throw new Error('no network to time with')
    return await this.#network({ card, job }, job.signal)
  }
}

async function openFast(card: OnnxCard, job: Job): Promise<FastSession> {
  const { openOnWebgpu, webgpuDownloads } = await loadScript(() => import('./webgpu-network.ts'))
  const onBytes = await downloadReport(job, webgpuDownloads(card))
  return await openOnWebgpu(card, job.signal, onBytes)
}

interface WantedNetwork {
  readonly card: OnnxCard
  /** Who asked first, and is told how the download goes. */
  readonly job: Job
}

async function loadNetwork(
  { card, job }: WantedNetwork,
  whenAbandoned: WhenAbandoned,
): Promise<Network> {
  const abandoning = new AbortController()
  whenAbandoned(() => abandoning.abort())
  const { loadOnnx } = await loadScript(() => import('./onnx.ts'))
  const onBytes = await downloadReport(job, await downloadsFor([card]))
  return { card, session: await loadOnnx(card, abandoning.signal, onBytes) }
}

/** Space that is not given back now is given back by the next visit. */
async function prune(): Promise<void> {
  await outcomeOf(async () =>
    pruneDownloads([...(await downloadsFor(registry.cards)), webgpuRuntime]),
  )
}

/** Everything that the portrait networks need, from the device or fetched. */
export async function portraitFiles(signal: AbortSignal, onBytes: OnBytes): Promise<PortraitFiles> {
  const { mediapipeRuntime } = await loadScript(() => import('./mediapipe.ts'))
  const fileOf = (role: ModelRole) => obtain(downloadOf(mediapipeCard(role)), signal, onBytes)
  const [wasm, faceFinder, personSegmenter] = await Promise.all([
    obtain(mediapipeRuntime, signal, onBytes),
    fileOf('face/detect'),
    fileOf('person/mask'),
  ])
  return { wasm, faceFinder, personSegmenter }
}

function mediapipeCard(role: ModelRole): MediapipeCard {
  const card = registry.find(role, 'instant')
  if (card?.runtime !== 'mediapipe') {
    throw new StampaError('internal-fault', { cause: `no MediaPipe model for ${role}` })
  }
  return card
}

/** What a tool starts with: the instant models of its roles. */
const cardsOf = (roles: readonly ModelRole[]): readonly ModelCard[] =>
  roles.flatMap((role) => registry.find(role, 'instant') ?? [])

/** Every file that these models need, their runtimes among them. */
async function downloadsFor(cards: readonly ModelCard[]): Promise<readonly Download[]> {
  const runtimes = new Set(cards.map((card) => card.runtime))
  const downloads = cards.map(downloadOf)
  if (runtimes.has('mediapipe'))
    downloads.push((await loadScript(() => import('./mediapipe.ts'))).mediapipeRuntime)
  if (runtimes.has('onnx'))
    downloads.push((await loadScript(() => import('./onnx.ts'))).onnxRuntime)
  return downloads
}

async function missingOf(downloads: readonly Download[]): Promise<readonly Download[]> {
  const here = await Promise.all(downloads.map(isDownloaded))
  return downloads.filter((_, index) => here[index] !== true)
}

const sumOf = (downloads: readonly Download[]): number =>
  downloads.reduce((sum, download) => sum + download.compressedBytes, 0)

/** Adds up the bytes of all files into one steady progress. */
async function downloadReport(job: Job, downloads: readonly Download[]): Promise<OnBytes> {
  // What is on the device already comes without a word.
  if ((await missingOf(downloads)).length === 0) return () => undefined
  const total = sumOf(downloads)
  let done = 0
  return (bytes) => {
    done = Math.min(total, done + bytes)
    job.report({ stage: 'download', done, total, unit: 'bytes' })
  }
}
