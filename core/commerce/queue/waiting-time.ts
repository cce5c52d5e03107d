export type PrintKind = 'phone-case' | 'cake'

/** A print that waits or is being made, in the order of its machine's queue. */
export interface QueuedPrint {
  readonly kind: PrintKind
  /** Blanks or sheets that it takes. */
  readonly pieces: number
  /** How long it has been made already; null where it waits. */
  readonly elapsedMs: number | null
}

/** How long prints of a kind took lately at one machine, for each piece, whatever held them up. */
export type PrintTimes = Readonly<Record<PrintKind, readonly number[]>>

/** A range that holds what will happen four times in five. */
export interface TimeRange {
  readonly fromMs: number
  readonly toMs: number
}

/**
 * Four in five is what the range is to hold: a little more is drawn, because what happened lately is
 * always narrower than what can happen.
 */
const LOW = 0.08
const HIGH = 0.92
/** Futures that are drawn; more of them move the range's ends by less than a tenth. */
const FUTURES = 250
const SEED = 20_261_122

/**
 * What is thought of a machine that has printed little: the 10, 30, 50, 70 and 90 % points of a
 * log-normal about 100 s (sigma 0.7). Each four prints that were seen take the place of one of them.
 */
const priorMs: readonly number[] = [41_000, 69_000, 100_000, 144_000, 245_000]
const SEEN_FOR_ONE = 4

/**
 * When each print of a queue will be done, from now on: futures are drawn from what happened lately,
 * each from another mixture of it (a bootstrap), so that a machine of which little is known gets a
 * wider range. The same queue is always answered the same.
 */
export function readyRanges(
  queue: readonly QueuedPrint[],
  times: PrintTimes,
): readonly TimeRange[] {
  const random = seededRandom(SEED)
  const known = { 'phone-case': withPrior(times['phone-case']), cake: withPrior(times.cake) }
  const done = queue.map(() => new Float64Array(FUTURES))
  for (let future = 0; future < FUTURES; future++) {
    const world = {
      'phone-case': resampled(known['phone-case'], random),
      cake: resampled(known.cake, random),
    }
    let at = 0
    queue.forEach((print, place) => {
      at += durationOf(print, world[print.kind], random)
      const times = done[place]
      if (times !== undefined) times[future] = at
    })
  }
  return done.map((drawn) => {
    drawn.sort()
    return { fromMs: quantile(drawn, LOW), toMs: quantile(drawn, HIGH) }
  })
}

/** A range as a customer reads it: whole minutes, and never an empty one. */
export function inMinutes({ fromMs, toMs }: TimeRange): {
  readonly from: number
  readonly to: number
} {
  const from = Math.round(fromMs / 60_000)
  return { from, to: Math.max(from + 1, Math.round(toMs / 60_000)) }
}

/** What is left of a print that is being made is drawn from those that took longer. */
function durationOf(
  { pieces, elapsedMs }: QueuedPrint,
  world: readonly number[],
  random: () => number,
): number {
  if (elapsedMs === null) return pick(world, random) * pieces
  const longer = world.filter((each) => each * pieces > elapsedMs)
  if (longer.length > 0) return pick(longer, random) * pieces - elapsedMs
  // It takes longer than any that was seen: nobody knows.
  return pick(world, random) * pieces * random()
}

function withPrior(seen: readonly number[]): readonly number[] {
  const kept = Math.max(0, priorMs.length - Math.floor(seen.length / SEEN_FOR_ONE))
  const from = Math.floor((priorMs.length - kept) / 2)
  return [...priorMs.slice(from, from + kept), ...seen]
}

const resampled = (known: readonly number[], random: () => number): readonly number[] =>
  known.map(() => pick(known, random))

const pick = (from: readonly number[], random: () => number): number =>
  from[Math.floor(random() * from.length)] ?? 0

/** Between the two nearest of sorted numbers. */
function quantile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1)
  const low = sorted.at(Math.floor(place)) ?? 0
  const high = sorted.at(Math.ceil(place)) ?? low
  return low + (high - low) * (place % 1)
}

/** Mulberry32: small, and the same everywhere. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
