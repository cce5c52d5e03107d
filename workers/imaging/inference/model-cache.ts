import { loadOnceEach, type WhenAbandoned } from '#core/cache/load-once.ts'
import { outcomeOf, StampaError } from '#core/errors.ts'
import type { ModelCard, ModelRole, Network } from '#core/imaging/models.ts'
import { networksBy } from '#core/imaging/tool-definition.ts'
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
import { canSuspend, webgpuRuntime } from './webgpu-runtime.ts'

/** The networks of this worker. They are small: loaded when a tool first needs them, once, and kept. */
export class ModelCache {
  readonly #network = loadOnceEach(loadNetwork, { keyOf: ({ card }) => card })
  readonly #accelerator = new Accelerator({
    adapter: gpuAdapter,
    trials: new KeptTrials(),
    open: openFast,
    device: () => ({ facts: deviceFacts(), small: isSmall(), suspends: canSuspend() }),
  })
  readonly #lent = new Map<Job, readonly (() => void)[]>()
  /** Whose files were obtained: a browser that keeps none is not asked again. */
  readonly #known = new Set<ModelCard>()
  #pruned = false

  /** Whether a tool can run in this build, and what it has yet to fetch. */
  async readiness(id: ToolId): Promise<ToolReadiness> {
    const tool = toolById(id)
    if (tool === undefined || !hasRoles(tool.roles)) return { available: false, downloadBytes: 0 }
    this.#pruneOnce()
    // Its code comes along while there is a network; a failure is told when the tool runs.
    void outcomeOf(() => tool.load())
    return await this.#readinessOf([...tool.roles, ...(tool.aids ?? [])])
  }

  /** The same for the look for faces. */
  async facesReadiness(): Promise<ToolReadiness> {
    this.#pruneOnce()
    return await this.#readinessOf(['face/detect'])
  }

  async #readinessOf(roles: readonly ModelRole[]): Promise<ToolReadiness> {
    const missing = await missingOf(await downloadsFor(cardsOf(roles)))
    return { available: true, downloadBytes: sumOf(missing) }
  }

  #pruneOnce(): void {
    if (this.#pruned) return
    this.#pruned = true
    void prune()
  }

  /**
   * The networks of some roles; what is missing of them is fetched as one download.
   * @throws StampaError `tool-unavailable`, and what the download says
   */
  async networks(roles: readonly ModelRole[], job: Job) {
    await this.#obtained(cardsOf(roles), job)
    return await networksBy(async (role) => {
      const card = registry.find(role)
      return card === null ? null : await this.#network({ card, job }, job.signal)
    })(roles)
  }

  /**
   * Begins to load networks that are on the device, for who will ask for them: a photo is decoded
   * meanwhile. What fails is told who asks.
   */
  warm(roles: readonly ModelRole[], job: Job): void {
    void outcomeOf(() => this.loadThoseHere(roles, job))
  }

  /**
   * Begins to fetch what a tool that was chosen will ask for one after the other: the runtime and the
   * first network, and the others while those are made ready. What fails is told who asks for it.
   * @param roles in the order in which they are asked for
   */
  fetchAhead(roles: readonly ModelRole[], job: Job): void {
    void outcomeOf(async () => {
      const fresh = this.#freshOf(cardsOf(roles))
      const missing = await missingOf(await downloadsFor(fresh))
      if (missing.length > 0) void loadRuntime()
      for (const together of [missing.slice(0, 2), missing.slice(2)]) {
        await Promise.all(together.map((download) => obtain(download, job.signal, () => {})))
      }
      for (const card of fresh) this.#known.add(card)
    })
  }

  /** Those whose files were not obtained yet: the device is not asked for the others at each preview. */
  #freshOf(cards: readonly ModelCard[]): readonly ModelCard[] {
    return cards.filter((card) => !this.#known.has(card))
  }

  /**
   * Loads networks where all of them are on the device; nothing is fetched.
   * @returns whether they are
   */
  async loadThoseHere(roles: readonly ModelRole[], job: Job): Promise<boolean> {
    if (!hasRoles(roles)) return false
    const missing = await missingOf(await downloadsFor(cardsOf(roles)))
    if (missing.length === 0) await this.networks(roles, job)
    return missing.length === 0
  }

  async #obtained(cards: readonly ModelCard[], job: Job): Promise<void> {
    const fresh = this.#freshOf(cards)
    const missing = await missingOf(await downloadsFor(fresh))
    const onBytes = await downloadReport(job, missing)
    await Promise.all(missing.map((download) => obtain(download, job.signal, onBytes)))
    for (const card of fresh) this.#known.add(card)
  }

  /** The same for a job for which nothing is fetched. @throws StampaError `tool-unavailable` of a network that would be */
  thoseHere() {
    let isAll = true
    const here = async (roles: readonly ModelRole[], job: Job) => {
      if (await this.loadThoseHere(roles, job)) return
      isAll = false
      throw new StampaError('tool-unavailable', { cause: 'it would be fetched' })
    }
    return {
      /** Whether all that were asked for were here: a tool may do without, and draw otherwise. */
      wereAll: () => isAll,
      network: async (role: ModelRole, job: Job) => {
        await here([role], job)
        return await this.network(role, job)
      },
      networks: async (roles: readonly ModelRole[], job: Job) => {
        await here(roles, job)
        return await this.networks(roles, job)
      },
      giveBack: (job: Job) => this.giveBack(job),
    }
  }

  /** The network of a role, or null where this build has none. */
  async network(role: ModelRole, job: Job): Promise<Network | null> {
    const card = registry.find(role)
    if (card === null) return null
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
    const card = registry.find('super-resolution/x2')
    if (card === null) throw new Error('no network to time with')
    return await this.#network({ card, job }, job.signal)
  }
}

async function openFast(card: ModelCard, job: Job): Promise<FastSession> {
  const { openOnWebgpu, webgpuDownloads } = await loadScript(() => import('./webgpu-network.ts'))
  const onBytes = await downloadReport(job, webgpuDownloads(card))
  return await openOnWebgpu(card, job.signal, onBytes)
}

/** Begins to load the runtime's scripts; where they do not come is told who needs them. */
async function loadRuntime(): Promise<void> {
  await outcomeOf(async () => (await loadScript(() => import('./onnx.ts'))).loadRuntimeScripts())
}

interface WantedNetwork {
  readonly card: ModelCard
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

/** The models of a tool's roles. */
const cardsOf = (roles: readonly ModelRole[]): readonly ModelCard[] =>
  roles.flatMap((role) => registry.find(role) ?? [])

/** Every file that these models need, their runtime among them. */
async function downloadsFor(cards: readonly ModelCard[]): Promise<readonly Download[]> {
  const { onnxRuntime } = await loadScript(() => import('./onnx.ts'))
  return cards.length === 0 ? [] : [onnxRuntime, ...cards.map(downloadOf)]
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
