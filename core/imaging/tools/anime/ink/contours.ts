import { colourDistance } from '../../../../pixels/colour-distance.ts'
import { inParts } from '../../../../pixels/in-parts.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import { giveBack } from '../../../give-back.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { Cel } from '../cel.ts'
import { unitPxOf } from '../study.ts'

/** How unlike paint is on both sides of a contour, OKLab, and about hair, whose locks have none. */
const UNLIKE = { from: 0.07, to: 0.12, ofHair: 0.13 }
/** The same where hair ends, whose outline goes all around it: before what is like it, too, or a head has no shape. */
const HAIR_ENDS = { least: 0.85, from: 0.03, to: 0.07 }
/** What keeps this much ink away is hair, and what keeps all away a face. */
const HAIR = 0.5
const FACE = 0.95
/** Smaller cells have no contour, square thousandths: a pattern would be a net. */
const LEAST = 400
/** Things have a contour where they are more unlike and larger, and none where they are as soft as what is about them. */
const THING = { least: 1200, unlike: { from: 0.12, to: 0.2 } }
/** Of such cells so many pixels may lie between two larger ones. */
const ACROSS_PX = 5
/**
 * An outline of somebody goes on where paint changes little, as far as it is drawn on both sides: looked
 * at over this reach, thousandths; from this share of it on; paint that changes so, OKLab, over so many pixels.
 */
const OUTLINE = {
  reach: 7,
  share: { from: 0.2, to: 0.45 },
  unlike: { from: 0.05, to: 0.08 },
  px: 4,
}
/** The mask of people may miss hair by so many pixels: what hair ends before is nobody so far from it. */
const HAIR_END_PX = 12
/** A line grows thin towards its ends, thousandths: there less of it lies about each place. */
const TAPER = { reach: 7, from: 0.36, to: 0.95 }

/**
 * Draws a line of even width where people's paint changes greatly: about them, their hair and what
 * they wear.
 * @param ink 0..1, which is written on: as wide as they are all along
 * @param person where people are, 0..1; null where nobody is: then things have such lines
 * @param areThingsToo whether things have such lines beside people, too
 * @returns the ink with lines that grow thin towards their ends
 */
export function drawContours(
  env: ToolEnvironment,
  ink: Float32Array<ArrayBuffer>,
  cel: Cel,
  person: Float32Array | null,
  lineWidthPx: number,
  areThingsToo = false,
): Float32Array<ArrayBuffer> {
  const { widthPx, heightPx } = cel
  const unitPx = unitPxOf(cel)
  const smoothed = (values: Float32Array<ArrayBuffer>, sigma: number) =>
    env.kernels.gaussian({ widthPx, heightPx, values }, sigma).values
  const { marks, outline } = bordersOf(cel, person, areThingsToo)
  const gap = OUTLINE.reach * unitPx
  const [drawn, all] = [smoothed(marks, gap), smoothed(outline, gap)]
  closeGaps(marks, outline, drawn, all)
  const sigma = Math.max(0.6, lineWidthPx / 2)
  const about = TAPER.reach * unitPx
  const [soft, long] = [smoothed(marks, sigma), smoothed(marks, about)]
  const [full, whole] = [fullOf(sigma), fullOf(about)]
  const tapered = ink.slice()
  inParts(ink.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const line = Math.min(1, (soft[at] as number) / full)
      if (line <= (ink[at] as number)) continue
      const thick = smoothstep(TAPER.from, TAPER.to, (long[at] as number) / whole)
      tapered[at] = Math.max(ink[at] as number, line * thick)
      ink[at] = line
    }
  })
  giveBack(env, [marks, outline, drawn, all, soft, long])
  return tapered
}

/** What a straight line without ends becomes by a blur: a border is marked two pixels wide. */
const fullOf = (sigma: number): number => 2 / (sigma * Math.sqrt(2 * Math.PI))

/** Marks the faint parts of outlines along which most is marked. */
function closeGaps(
  marks: Float32Array<ArrayBuffer>,
  outline: Float32Array<ArrayBuffer>,
  drawn: Float32Array,
  all: Float32Array,
): void {
  for (let at = 0; at < marks.length; at++) {
    const faint = outline[at] as number
    if (faint <= (marks[at] as number)) continue
    const share = (drawn[at] as number) / Math.max(1e-6, all[at] as number)
    const closed = faint * smoothstep(OUTLINE.share.from, OUTLINE.share.to, share)
    marks[at] = Math.max(marks[at] as number, closed)
  }
}

/** Borders of people, 0..1. */
interface Borders {
  /** Where large cells meet that are unlike. */
  readonly marks: Float32Array<ArrayBuffer>
  /** These, and where somebody ends before what is hardly unlike. */
  readonly outline: Float32Array<ArrayBuffer>
}

function bordersOf(cel: Cel, person: Float32Array | null, areThingsToo: boolean): Borders {
  const meetings = new Meetings(cel, person, areThingsToo)
  for (let y = 0; y < cel.heightPx; y++) meetings.lookAlong(y)
  return meetings
}

/** 1 for each cell, by its number, that is smaller than `leastPx`. */
function areSmaller(sizes: Uint32Array, leastPx: number): Uint8Array {
  const isSmall = new Uint8Array(sizes.length)
  for (let cell = 0; cell < sizes.length; cell++) {
    if ((sizes[cell] as number) < leastPx) isSmall[cell] = 1
  }
  return isSmall
}

/** Marks borders a row at a time, without functions made for each pixel: most of a preview's first moves is fresh code. */
class Meetings implements Borders {
  readonly marks: Float32Array<ArrayBuffer>
  readonly outline: Float32Array<ArrayBuffer>
  readonly #cel: Cel
  readonly #cells: Uint32Array
  readonly #person: Float32Array | null
  readonly #areThingsToo: boolean
  readonly #isSmall: Uint8Array
  readonly #isSmallThing: Uint8Array
  readonly #hairs: Uint8Array

  constructor(cel: Cel, person: Float32Array | null, areThingsToo: boolean) {
    this.#cel = cel
    this.#cells = cel.cells
    this.#person = person
    this.#areThingsToo = areThingsToo
    const square = unitPxOf(cel) ** 2
    const sizes = cel.sizes()
    this.#isSmallThing = areSmaller(sizes, THING.least * square)
    this.#isSmall = person === null ? this.#isSmallThing : areSmaller(sizes, LEAST * square)
    this.#hairs = cel.hairs()
    this.marks = new Float32Array(cel.cells.length)
    this.outline = new Float32Array(cel.cells.length)
  }

  /** Marks where the pixels of a row meet those to their right and below. */
  lookAlong(y: number): void {
    const { widthPx, heightPx } = this.#cel
    const cells = this.#cells
    const below = heightPx - 1 - y
    const last = widthPx - 1
    for (let x = 0, at = y * widthPx; x < widthPx; x++, at++) {
      const cell = cells[at]
      if (x < last && cell !== cells[at + 1]) this.#meet(at, 1, x, last - x)
      if (below > 0 && cell !== cells[at + widthPx]) this.#meet(at, widthPx, y, below)
    }
  }

  /** @param step to the neighbour, of whom so many lie `back` and `left` in that line */
  #meet(at: number, step: number, back: number, left: number): void {
    const cells = this.#cells
    const isSmall = this.#isSmall
    const own = cells[at] as number
    if (isSmall[own] === 1) return
    let far = 1
    const most = Math.min(left, ACROSS_PX)
    while (far < most && isSmall[cells[at + far * step] as number] === 1) far++
    const to = at + far * step
    const other = cells[to] as number
    if (own === other || isSmall[other] === 1 || this.#cel.areOneThing(own, other)) return
    const person = this.#person
    if (person === null) {
      this.#markThing(at, step, far)
      return
    }
    const isHairEnd = this.#endsHair(at, to, step, back, left)
    const near = at - Math.min(back, OUTLINE.px) * step
    const beyond = at + Math.min(left, far + OUTLINE.px) * step
    const isEnd = isHairEnd || (person[near] as number) < 0.5 !== (person[beyond] as number) < 0.5
    if (!isEnd && Math.max(person[at] as number, person[to] as number) < 0.5) {
      if (!this.#areThingsToo || this.#isSmallThing[own] === 1) return
      if (this.#isSmallThing[other] === 0) this.#markThing(at, step, far)
      return
    }
    const share = isHairEnd
      ? hairEndBetween(this.#cel, at, to)
      : contourBetween(this.#cel, at, to, isEnd)
    const faint = isEnd ? Math.max(share, outlineBetween(this.#cel, at, to, near, beyond)) : share
    this.#mark(at, step, far, share, faint)
  }

  #markThing(at: number, step: number, far: number): void {
    const share = contourOfThing(this.#cel, at, at + far * step)
    this.#mark(at, step, far, share, share)
  }

  #mark(at: number, step: number, far: number, share: number, faint: number): void {
    const middle = at + (far >> 1) * step
    this.#raise(middle, share, faint)
    this.#raise(far === 1 ? at + step : middle + step, share, faint)
  }

  #raise(place: number, share: number, faint: number): void {
    this.marks[place] = Math.max(this.marks[place] as number, share)
    this.outline[place] = Math.max(this.outline[place] as number, faint)
  }

  #endsHair(at: number, to: number, step: number, back: number, left: number): boolean {
    const isHair = this.#hairs[this.#cells[at] as number] as number
    if (isHair === (this.#hairs[this.#cells[to] as number] as number)) return false
    const beyond =
      isHair === 1
        ? at + Math.min(left, HAIR_END_PX) * step
        : at - Math.min(back, HAIR_END_PX) * step
    return (this.#person?.[beyond] ?? 1) < 0.5
  }
}

/** How much somebody ends here, though paint changes little: by what lies on both sides, of which it is half at least. */
function outlineBetween(
  { colours }: Cel,
  at: number,
  to: number,
  near: number,
  beyond: number,
): number {
  const whole = colourDistance(colours, near, beyond)
  if (2 * colourDistance(colours, at, to) < whole) return 0
  return smoothstep(OUTLINE.unlike.from, OUTLINE.unlike.to, whole)
}

/** @param isEnd whether somebody ends here: then what lies beyond keeps no ink away */
function contourBetween({ bare, colours }: Cel, at: number, to: number, isEnd: boolean): number {
  const kept = isEnd ? 0 : Math.min(bare[at] as number, bare[to] as number)
  if (kept > FACE) return 0
  const apart = colourDistance(colours, at, to)
  return smoothstep(UNLIKE.from, UNLIKE.to, kept > HAIR ? apart - UNLIKE.ofHair : apart)
}

const hairEndBetween = ({ colours }: Cel, at: number, to: number): number =>
  Math.max(
    HAIR_ENDS.least,
    smoothstep(HAIR_ENDS.from, HAIR_ENDS.to, colourDistance(colours, at, to)),
  )

function contourOfThing({ bare, colours }: Cel, at: number, to: number): number {
  const kept = Math.min(bare[at] as number, bare[to] as number)
  if (kept > HAIR) return 0
  return smoothstep(THING.unlike.from, THING.unlike.to, colourDistance(colours, at, to))
}
