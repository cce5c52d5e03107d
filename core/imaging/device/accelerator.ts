import { limits } from '../../limits.ts'
import type { ModelCard } from '../models.ts'
import type { DeviceFacts } from './device-tier.ts'

/** What a browser says of the graphics processor behind its WebGPU. */
export interface AdapterFacts {
  /** Software that only behaves like one: a hundred times slower than WebAssembly. */
  readonly isFallback: boolean
  /** As the browser names it; another one is measured anew. */
  readonly name: string
}

/** What was found when networks were tried there once. */
export interface AcceleratorTrial {
  /** How many times faster than WebAssembly; null where it did not run to its end. */
  readonly speedup: number | null
  /** Largest difference of the two answers, of 1 for their whole range. */
  readonly difference: number
}

/** Where networks run; `trial`: it is worth to be tried. */
type AcceleratorUse = 'webgpu' | 'wasm' | 'trial'

/** Everything that the choice depends on. */
export interface AcceleratorQuestion {
  readonly adapter: AdapterFacts | null
  /** Whether WebAssembly can wait for a promise here (JSPI), as the runtime's build does. */
  readonly suspends: boolean
  readonly facts: Pick<DeviceFacts, 'ios' | 'savesData'>
  /** Whether the device is spared: small tiles, one thread. */
  readonly small: boolean
  /** Null where it was never tried on this adapter in this version of the browser. */
  readonly trial: AcceleratorTrial | null
  /** What the tool takes in WebAssembly. */
  readonly secondsHere: number
}

/** A gain that the second runtime's memory and start are worth. */
const SPEEDUP_LEAST = 1.3
/** One step of eight bits. */
const DIFFERENCE_MOST = 1 / 255

interface Row {
  readonly use: AcceleratorUse
  readonly reason: string
  readonly when: (question: AcceleratorQuestion) => boolean
}

/** The first row that holds. */
const rows: readonly Row[] = [
  { use: 'wasm', reason: 'no-adapter', when: ({ adapter }) => adapter === null },
  { use: 'wasm', reason: 'software', when: ({ adapter }) => adapter?.isFallback === true },
  { use: 'wasm', reason: 'no-suspending', when: ({ suspends }) => !suspends },
  // Its browser takes gigabytes for WebGPU, which end it.
  { use: 'wasm', reason: 'ios', when: ({ facts }) => facts.ios },
  { use: 'wasm', reason: 'spared', when: ({ small }) => small },
  { use: 'wasm', reason: 'failed', when: ({ trial }) => trial !== null && trial.speedup === null },
  {
    use: 'wasm',
    reason: 'differs',
    when: ({ trial }) => trial !== null && !(trial.difference <= DIFFERENCE_MOST),
  },
  {
    use: 'wasm',
    reason: 'slower',
    when: ({ trial }) => (trial?.speedup ?? SPEEDUP_LEAST) < SPEEDUP_LEAST,
  },
  { use: 'webgpu', reason: 'faster', when: ({ trial }) => trial !== null },
  { use: 'wasm', reason: 'saves-data', when: ({ facts }) => facts.savesData },
  {
    use: 'wasm',
    reason: 'short',
    when: ({ secondsHere }) => secondsHere <= limits.toolShortSeconds,
  },
]

/** Where networks run on a device, and why. */
export function acceleratorFor(question: AcceleratorQuestion): {
  readonly use: AcceleratorUse
  readonly reason: string
} {
  const row = rows.find(({ when }) => when(question))
  return row === undefined
    ? { use: 'trial', reason: 'untried' }
    : { use: row.use, reason: row.reason }
}

/** A network that a photo shows many tiles; what is asked once is over before it is moved there. */
export const isTiled = ({ tile }: Pick<ModelCard, 'tile'>): boolean => tile.overlapPx > 0

/** How many times faster networks run here than in WebAssembly: 1 where they run there. */
export const speedupOf = (question: AcceleratorQuestion): number =>
  acceleratorFor(question).use === 'webgpu' ? (question.trial?.speedup ?? 1) : 1
