import { atom } from 'jotai'
import { z } from 'zod'
import type { AnswerOf } from '#core/contract/service.ts'
import type { imagingOffer } from '#core/contract/services/imaging.ts'
import { outcomeOf } from '#core/errors.ts'
import {
  type ProbeFigures,
  slownessOf,
  type TierChoice,
  tierOf,
} from '#core/imaging/device/device-tier.ts'
import {
  costOf,
  isNetworkBound,
  type Slowness,
  secondsFor,
} from '#core/imaging/device/tool-costs.ts'
import type { ReportProgress } from '#core/jobs.ts'
import { limits } from '#core/limits.ts'
import { storageKeyOf } from '#core/session/session.ts'
import { forgetStored, readStored, writeStored } from '#src/storage/local-storage.ts'
import { imaging, spareDevice } from '#src/worker-clients/workers.ts'
import type { DeviceProbe, ToolRequest } from '#workers/imaging/api.ts'
import { answered } from './long-job.ts'
import { countKilledTabs, crashesOf } from './tool-crashes.ts'

const PLACE = storageKeyOf('imaging_place')
const PROBE = 'HL_probe'
/** Uploading, fetching and what a call takes: a mobile network's, as a rule. */
const TRANSFER_SECONDS = 4
const TRANSFER_SECONDS_A_MEGAPIXEL = 0.5
/** A device that was busy when it was measured is measured again: so slow, and so long ago. */
const BUSY_SLOWNESS = 3
const BUSY_MS = 3_600_000

/** Where tools are run. */
export type ToolPlace = 'device' | 'server'
type Offer = AnswerOf<typeof imagingOffer>

/** What is shown of the places in which a tool can be run. */
export interface PlaceChoice extends TierChoice {
  readonly secondsHere: number
  /** Null where the server does not offer it. */
  readonly secondsThere: number | null
}

const placeState = atom<ToolPlace>(readStored(PLACE) === 'server' ? 'server' : 'device')
const choiceState = atom<PlaceChoice | null>(null)

/** Where this device's customer wants tools to be run; the server only once they agreed. */
export const toolPlaceAtom = atom((get) => get(placeState))
/** What the open tool can choose between; null while there is nothing to choose. */
export const placeChoiceAtom = atom((get) => get(choiceState))

/** The customer has agreed that photos are sent; remembered on this device. */
export const agreeToServerAtom = atom(null, (_get, set) => {
  writeStored(PLACE, 'server')
  set(placeState, 'server')
})

/** Takes the agreement back; what is on the server is deleted at once. */
export const backToDeviceAtom = atom(null, (_get, set) => {
  forgetStored(PLACE)
  set(placeState, 'device')
  void forgetThere()
})

async function forgetThere(): Promise<void> {
  const loaded = await answered(loadServerTool())
  if (loaded.ok) await loaded.value.forgetOnServer()
}

/** What speaks with the server comes only when somebody wants it. */
export const loadServerTool = () => outcomeOf(() => import('./server-tool.ts'))

export const closePlaceAtom = atom(null, (_get, set) => set(choiceState, null))

let killedCounted = false

/**
 * Learns what there is to choose for a tool that is opened, and spares the device where it must be:
 * done before the tool begins.
 */
export const openPlaceAtom = atom(
  null,
  async (
    get,
    set,
    request: ToolRequest,
    signal: AbortSignal,
    report?: ReportProgress,
  ): Promise<void> => {
    if (!killedCounted) await countKilledTabs()
    killedCounted = true
    const probe = await probed(request, signal)
    if (probe === null || signal.aborted) return
    const secondsHere = await secondsByAll(probe, request, signal, report)
    if (signal.aborted) return
    const tier = tierFor(probe, request, secondsHere)
    spareDevice(tier.tier !== 'local')
    set(choiceState, { ...tier, secondsHere, secondsThere: null })
    const isSensible = tier.tier !== 'local' || secondsHere > limits.toolShortSeconds
    if (!isSensible && get(placeState) === 'device') return
    void set(offerAtom, request, signal)
  },
)

const offerAtom = atom(null, async (get, set, request: ToolRequest, signal: AbortSignal) => {
  const loaded = await answered(loadServerTool())
  if (!loaded.ok) return
  const answer = await loaded.value.askOffer(signal)
  const choice = get(choiceState)
  if (!answer.ok || signal.aborted || choice === null) return
  set(choiceState, { ...choice, secondsThere: secondsThere(answer.value.value, request) })
})

function tierFor(
  { facts, figures }: DeviceProbe,
  request: ToolRequest,
  secondsHere: number,
): TierChoice {
  return tierOf({ facts, figures, crashes: crashesOf(request.tool), secondsHere })
}

const pixelsOf = ({ photo }: ToolRequest): number => photo.widthPx * photo.heightPx

const secondsOn = (slowness: Slowness, request: ToolRequest): number =>
  secondsFor(costOf(request.tool, request.settings), pixelsOf(request), slowness)

/** With the graphics processor, where there is one that helps. */
async function secondsByAll(
  { facts, figures }: DeviceProbe,
  request: ToolRequest,
  signal: AbortSignal,
  report: ReportProgress | undefined,
): Promise<number> {
  const slowness = slownessOf(figures)
  const seconds = secondsOn(slowness, request)
  // A tool that crashed here is not given more to do.
  const isAsked = facts.webgpu && isNetworkBound(request.tool, request.settings)
  if (!isAsked || crashesOf(request.tool) > 0) return seconds
  const options = report === undefined ? { signal } : { signal, report }
  const speedup = await answered(imaging.speedup(seconds, options))
  if (!speedup.ok) return seconds
  return secondsOn({ ...slowness, networks: slowness.networks / speedup.value }, request)
}

function secondsThere(offer: Offer, request: ToolRequest): number | null {
  const { offered, slowness, waitSeconds } = offer
  if (!offered) return null
  const pixels = pixelsOf(request)
  const cost = costOf(request.tool, request.settings)
  const work = secondsFor(cost, pixels, { kernels: slowness, networks: slowness })
  const sent = TRANSFER_SECONDS + (TRANSFER_SECONDS_A_MEGAPIXEL * pixels) / 1_000_000
  return waitSeconds + work + sent
}

const keptSchema = z.object({
  agent: z.string(),
  atMs: z.number(),
  kernelMs: z.number().nullable(),
  networkMs: z.number().nullable(),
  facts: z.object({
    memoryGb: z.number().nullable(),
    processors: z.number(),
    isolated: z.boolean(),
    webgpu: z.boolean(),
    savesData: z.boolean(),
    ios: z.boolean(),
  }),
})

/** What is known of this device, measured once in each version of its browser. */
async function probed(request: ToolRequest, signal: AbortSignal): Promise<DeviceProbe | null> {
  const kept = keptProbe()
  if (kept !== null && isGoodFor(kept, request)) return kept.probe
  const outcome = await answered(imaging.probe(request.tool, { signal }))
  if (!outcome.ok) return kept?.probe ?? null
  const { facts, figures } = outcome.value
  const probe = { facts, figures: fasterOf(figures, kept?.probe.figures) }
  const stored = { agent: navigator.userAgent, atMs: Date.now(), ...probe.figures, facts }
  writeStored(PROBE, JSON.stringify(stored))
  return probe
}

interface KeptProbe {
  readonly probe: DeviceProbe
  readonly atMs: number
}

function isGoodFor({ probe, atMs }: KeptProbe, { tool, settings }: ToolRequest): boolean {
  if (isNetworkBound(tool, settings) && probe.figures.networkMs === null) return false
  const { kernels, networks } = slownessOf(probe.figures)
  return Math.max(kernels, networks) < BUSY_SLOWNESS || Date.now() - atMs < BUSY_MS
}

/** What a device can do, it can do: other apps only make it slower. */
function fasterOf(now: ProbeFigures, before: ProbeFigures | undefined): ProbeFigures {
  const least = (one: number | null, other: number | null | undefined) =>
    one === null || other == null ? (one ?? other ?? null) : Math.min(one, other)
  return {
    kernelMs: now.kernelMs === null ? null : least(now.kernelMs, before?.kernelMs),
    networkMs: least(now.networkMs, before?.networkMs),
  }
}

function keptProbe(): KeptProbe | null {
  const text = readStored(PROBE)
  if (text === null) return null
  try {
    const { agent, atMs, facts, kernelMs, networkMs } = keptSchema.parse(JSON.parse(text))
    if (agent !== navigator.userAgent) return null
    return { atMs, probe: { facts, figures: { kernelMs, networkMs } } }
  } catch {
    return null
  }
}
