import type { Slowness } from './tool-costs.ts'

/** How a device runs tools: as it is; in small tiles on one thread; or better not at all. */
export type DeviceTier = 'local' | 'local-small' | 'server'

/** Why; keys of the customer's words. */
export type TierReason = 'fine' | 'little-memory' | 'slow' | 'cannot' | 'crashed'

export interface TierChoice {
  readonly tier: DeviceTier
  readonly reason: TierReason
}

/** What a browser says of its device. */
export interface DeviceFacts {
  /** `navigator.deviceMemory`, a rounded number of gigabytes; null where it is not told. */
  readonly memoryGb: number | null
  readonly processors: number
  /** Whether threads may share memory. */
  readonly isolated: boolean
  readonly webgpu: boolean
  readonly savesData: boolean
  /** Threads hang or run out of memory there. */
  readonly ios: boolean
}

/** What the probe measured, in ms for its fixed work; null where that could not be run. */
export interface ProbeFigures {
  readonly kernelMs: number | null
  /** Null as well where the tool needs no network of ours. */
  readonly networkMs: number | null
}

/** The same work on the machine of the table of costs. */
export const referenceMs = { kernel: 3.9, network: 6.4 } as const

/** How much slower than that machine; a network that was not probed is as slow as the kernels. */
export function slownessOf({ kernelMs, networkMs }: ProbeFigures): Slowness {
  const kernels = (kernelMs ?? referenceMs.kernel) / referenceMs.kernel
  const networks = networkMs === null ? kernels : networkMs / referenceMs.network
  return { kernels, networks }
}

/** Everything that the tier of one tool on one device depends on. */
export interface TierQuestion {
  readonly facts: DeviceFacts
  readonly figures: ProbeFigures
  /** How often the tool, or the page with it, ended here by itself. */
  readonly crashes: number
  readonly secondsHere: number
}

/** Longer than this nobody waits gladly with a phone in hand. */
const LONG_SECONDS = 45
/** A crash may be another app's; a second one is not. */
const CRASHES_SERVER = 2

interface Row extends TierChoice {
  readonly when: (question: TierQuestion) => boolean
}

/** The first row that holds. */
const rows: readonly Row[] = [
  { tier: 'server', reason: 'cannot', when: ({ figures }) => figures.kernelMs === null },
  {
    tier: 'server',
    reason: 'crashed',
    when: ({ crashes, secondsHere }) =>
      crashes >= CRASHES_SERVER || (crashes > 0 && secondsHere > LONG_SECONDS),
  },
  {
    tier: 'server',
    reason: 'little-memory',
    when: ({ facts }) => facts.memoryGb !== null && facts.memoryGb < 1,
  },
  // To send a photo costs the data that is to be saved: there a long wait is better.
  {
    tier: 'server',
    reason: 'slow',
    when: ({ secondsHere, facts }) => secondsHere > LONG_SECONDS && !facts.savesData,
  },
  { tier: 'local-small', reason: 'crashed', when: ({ crashes }) => crashes > 0 },
  {
    tier: 'local-small',
    reason: 'little-memory',
    when: ({ facts }) => facts.memoryGb !== null && facts.memoryGb <= 2,
  },
  { tier: 'local-small', reason: 'slow', when: ({ secondsHere }) => secondsHere > LONG_SECONDS },
]

/** The tier of a tool on a device, and why. */
export function tierOf(question: TierQuestion): TierChoice {
  const row = rows.find(({ when }) => when(question))
  return row === undefined
    ? { tier: 'local', reason: 'fine' }
    : { tier: row.tier, reason: row.reason }
}

/** Threads that networks may take. */
export function threadsFor(
  { isolated, ios, processors }: Pick<DeviceFacts, 'isolated' | 'ios' | 'processors'>,
  small: boolean,
): number {
  const most = 4
  return small || ios || !isolated ? 1 : Math.min(most, Math.max(1, processors))
}
