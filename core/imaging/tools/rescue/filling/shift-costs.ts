import type { JobContext } from '../../../../jobs.ts'
import type { Raster } from '../../../../pixels/raster.ts'
import type { LineGuess } from './line-guess.ts'
import { FEATURES, type Shift, type ShiftScene } from './shift-scene.ts'
import { WorkPace } from './work-pace.ts'

/** What is asked for: a hole, by what it may be filled, and what is thought of it. */
export interface ShiftQuestion {
  readonly scene: ShiftScene
  readonly shifts: readonly Shift[]
  /** How unlike anything else of the picture each place is, 0..255. */
  readonly rarity: Float32Array
  /** Where people stand, 0..1; null where nobody looked. */
  readonly people: Float32Array | null
  /** The scene with a guess, smooth, of what is in the hole. */
  readonly guess: Raster
  /** What lines that cross the hole say of it. */
  readonly lines: LineGuess
  /** Who guessed: a network knows more than the rim does. */
  readonly guessedBy: 'rim' | 'network'
}

/** What a shift costs a pixel. Features, 0..255 each, are halved where they are compared. */
const COST = {
  upOrDownMost: 40,
  /** For each hundredth of the width from aside. */
  aside: 0.04,
  guessMost: 120,
  /** What is rarer than this is a thing, a car or a person, and not shown twice without need. */
  rareFrom: 12,
  rareMost: 40,
  rare: 0.25,
  /** Somebody stands once. */
  people: 25,
  /** For each step of colour from a line that crosses there. */
  line: 1.2,
  /** Share of the price on up and down that is not asked on a line. */
  lineFree: 0.9,
}
/**
 * What counts by who guessed: `upOrDown` for each hundredth of the height from above or below, so that
 * ground stays ground; `guess` for each step of colour from the guess, the sum of three channels
 * halved; `rim` says how much more than a seam within the hole it counts that the picture goes on.
 */
const BY_GUESS = {
  rim: { upOrDown: 0.4, guess: 0.2, rim: 4 },
  network: { upOrDown: 0.1, guess: 0.6, rim: 8 },
}
/** Two pixels that are further apart have nothing in common. */
const APART_MOST = 120
/** Nothing can be copied from there. */
const NEVER = 100_000
/** Steps of work for a pixel and a shift: the channels that are compared. */
const COST_STEPS = 20
/** Beside the picture's edge patches are cut off. */
const EDGE_PX = 2

/** What the pixels of a hole pay, alone and side by side. */
export class ShiftCosts {
  /** Indices of the hole's pixels. */
  readonly pixels: Int32Array
  /** Pairs of numbers of pixels beside each other. */
  readonly links: Int32Array
  readonly #scene: ShiftScene
  readonly #count: number
  /** Where each pixel is copied from by each shift; -1 where nothing is known. */
  readonly #from: Int32Array
  readonly #own: Float32Array

  private constructor({ scene, shifts }: ShiftQuestion) {
    this.#scene = scene
    this.#count = shifts.length
    this.pixels = Int32Array.from([...scene.known.keys()].filter((at) => scene.known[at] === 0))
    this.links = linksOf(scene, this.pixels)
    this.#from = new Int32Array(this.pixels.length * shifts.length)
    this.#own = new Float32Array(this.pixels.length * shifts.length)
  }

  /** Reckons what every shift costs every pixel, the host given a turn in between. */
  static async of(
    job: Pick<JobContext, 'checkpoint'>,
    question: ShiftQuestion,
  ): Promise<ShiftCosts> {
    const costs = new ShiftCosts(question)
    const pace = new WorkPace(job)
    for (const [label, shift] of question.shifts.entries()) {
      costs.#reckon(question, label, shift)
      await pace.spend(costs.pixels.length * COST_STEPS)
    }
    return costs
  }

  #reckon(question: ShiftQuestion, label: number, shift: Shift): void {
    for (let k = 0; k < this.pixels.length; k++) {
      const pixel = this.pixels[k] as number
      const from = placeAt(this.#scene, pixel, shift)
      this.#from[k * this.#count + label] = from
      this.#own[k * this.#count + label] = this.#ownCost(question, pixel, from, shift)
    }
  }

  /** The label that is best for a pixel by itself. */
  cheapest(k: number): number {
    let best = 0
    for (let label = 1; label < this.#count; label++) {
      if (this.own(k, label) < this.own(k, best)) best = label
    }
    return best
  }

  own(k: number, label: number): number {
    return this.#own[k * this.#count + label] as number
  }

  /** How far what a pixel shows with one label is from what it shows with another. */
  step(k: number, one: number, other: number): number {
    if (one === other) return 0
    const row = k * this.#count
    return this.#apart(this.#from[row + one] as number, this.#from[row + other] as number)
  }

  /** A seam between two neighbours is good where both labels show the same on both its sides. */
  seam(k: number, m: number, one: number, other: number): number {
    return this.step(k, one, other) + this.step(m, one, other)
  }

  #apart(one: number, other: number): number {
    if (one === other) return 0
    if (one < 0 || other < 0) return APART_MOST
    const { features } = this.#scene
    let sum = 0
    for (let c = 0; c < FEATURES; c++) {
      const [a, b] = [features[one * FEATURES + c], features[other * FEATURES + c]]
      sum += Math.abs((a as number) - (b as number))
    }
    return Math.min(APART_MOST, sum / 2)
  }

  #ownCost(
    { scene, rarity, people, guess, lines, guessedBy }: ShiftQuestion,
    pixel: number,
    from: number,
    shift: Shift,
  ): number {
    const { widthPx, heightPx, source } = scene
    const by = BY_GUESS[guessedBy]
    const upOrDown = (100 * Math.abs(shift.y)) / heightPx
    // A line goes its own way up and down, and its colours are better known than the guess.
    const ofLine = (lines.rgba[pixel * 4 + 3] as number) / 255
    let cost = (1 - COST.lineFree * ofLine) * Math.min(COST.upOrDownMost, by.upOrDown * upOrDown)
    cost += (COST.aside * 100 * Math.abs(shift.x)) / widthPx
    if (from < 0 || (source[from] === 0 && !isAlongEdge(scene, pixel, from))) cost += NEVER
    else {
      const rare = (rarity[from] as number) - COST.rareFrom
      cost += COST.rare * Math.min(COST.rareMost, Math.max(0, rare))
      if (people !== null) cost += COST.people * (people[from] as number)
      cost += (1 - ofLine) * by.guess * this.#fromGuess(guess, pixel, from)
      if (ofLine > 0) cost += ofLine * COST.line * this.#fromGuess(lines, pixel, from)
    }
    return cost + by.rim * this.#rim(pixel, shift)
  }

  #fromGuess({ rgba }: Raster, pixel: number, from: number): number {
    let sum = 0
    for (let c = 0; c < 3; c++) {
      const own = this.#scene.features[from * FEATURES + c] as number
      sum += Math.abs(own - (rgba[pixel * 4 + c] as number))
    }
    return Math.min(COST.guessMost, sum / 2)
  }

  /** How ill what is copied goes on from the known neighbours. */
  #rim(pixel: number, shift: Shift): number {
    const { widthPx, known } = this.#scene
    const x = pixel % widthPx
    let sum = 0
    if (x > 0 && known[pixel - 1] === 1) sum += this.#meet(pixel - 1, shift)
    if (x < widthPx - 1 && known[pixel + 1] === 1) sum += this.#meet(pixel + 1, shift)
    if (known[pixel - widthPx] === 1) sum += this.#meet(pixel - widthPx, shift)
    if (known[pixel + widthPx] === 1) sum += this.#meet(pixel + widthPx, shift)
    return sum
  }

  #meet(known: number, shift: Shift): number {
    return this.#apart(placeAt(this.#scene, known, shift), known)
  }
}

function linksOf({ widthPx, known }: ShiftScene, pixels: Int32Array): Int32Array {
  const numbers = new Int32Array(known.length).fill(-1)
  for (const [k, pixel] of pixels.entries()) numbers[pixel] = k
  const links: number[] = []
  for (const [k, pixel] of pixels.entries()) {
    const right = pixel % widthPx < widthPx - 1 ? (numbers[pixel + 1] as number) : -1
    const below = numbers[pixel + widthPx] ?? -1
    if (right >= 0) links.push(k, right)
    if (below >= 0) links.push(k, below)
  }
  return Int32Array.from(links)
}

/** Where a pixel is copied from by a shift; -1 where nothing is known. */
function placeAt({ widthPx, heightPx, known }: ShiftScene, pixel: number, shift: Shift): number {
  const [x, y] = [(pixel % widthPx) + shift.x, Math.floor(pixel / widthPx) + shift.y]
  if (x < 0 || y < 0 || x >= widthPx || y >= heightPx) return -1
  const from = y * widthPx + x
  return known[from] === 1 ? from : -1
}

/** A hole that reaches the picture's edge may be filled from along it. */
function isAlongEdge({ widthPx, heightPx }: ShiftScene, pixel: number, from: number): boolean {
  const isNear = (place: number, room: number) => {
    const [x, y] = [place % widthPx, Math.floor(place / widthPx)]
    return x < room || y < room || x >= widthPx - room || y >= heightPx - room
  }
  return isNear(from, EDGE_PX) && isNear(pixel, 2 * EDGE_PX)
}
