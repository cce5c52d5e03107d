import { inParts } from '../../../../pixels/in-parts.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { type Cells, renumbered, type SizedMeans, sizesOf } from '../cells/cells.ts'
import { Merging } from '../cells/merging.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'

/** A cell is worn by this share of its pixels. */
const OWN = 0.6
/** Light counts so much against colour: folds are one cloth. */
const LIGHT = 0.42
/** Colour counts so much more than elsewhere: skin and tan cloth are not one. */
const CHROMA = 1.5
/** Colour is seen against its light, as if that were this; what is darker than `dark` has less and less of one. */
const SEEN = { light: 0.6, least: 0.15, dark: { from: 0.1, to: 0.32 } }
/** Neighbours nearer than this are one garment, OKLab as seen here. */
const ALIKE = 0.042
/** Where pixels across a border lie farther apart than this, OKLab, one thing ends. */
const EDGE = 0.07
/** What each thousandth of a border must tell: such colour difference squared, times thousandths. */
const WORTH = 0.08
/** What is asked rises in so many steps, so that the likest become one first. */
const STEPS = 6

/**
 * Brings cells together into garments: what has one colour against its light, whatever folds lie on it.
 * Stripes, letters and belts, which differ, stay cells of their own.
 * @param isWorn 1 for each cell that may be part of one
 */
export function garmentsOf(
  { kernels }: ToolEnvironment,
  picture: OkLabPicture,
  cells: Cells,
  isWorn: Uint8Array,
): Cells {
  const unitPx = unitPxOf(picture)
  const seen = colourSeen(kernels.cellMeans(picture, cells))
  const merging = new Merging(kernels, cells, seen, picture, placesOf(cells, isWorn))
  for (let step = 1; step <= STEPS; step++) {
    const [alike, worth] = [(ALIKE * step) / STEPS, (WORTH * unitPx * step) / STEPS]
    merging.mergeWhere(
      ({ apart, tells, costPx, step: edge }) =>
        (apart < alike && edge < EDGE) || tells < worth * costPx,
    )
  }
  return renumbered(cells, (cell) => merging.rootOf(cell))
}

/** What each thousandth of a border within a pattern must tell. */
const PATTERN_WORTH = 0.012

/**
 * Brings cells of a pattern together that differ too little to be told apart.
 * @param isPattern 1 for each cell of one
 */
export function patternsOf(
  { kernels }: ToolEnvironment,
  picture: OkLabPicture,
  cells: Cells,
  isPattern: Uint8Array,
): Cells {
  if (!isPattern.includes(1)) return cells
  const merging = new Merging(
    kernels,
    cells,
    kernels.cellMeans(picture, cells),
    picture,
    placesOf(cells, isPattern),
  )
  const unitPx = unitPxOf(picture)
  for (let step = 1; step <= STEPS; step++) {
    const worth = (PATTERN_WORTH * unitPx * step) / STEPS
    merging.mergeWhere(({ tells, costPx }) => tells < worth * costPx)
  }
  return renumbered(cells, (cell) => merging.rootOf(cell))
}

/** Colours as they would be in one light, and little of that. */
function colourSeen({ sizes, lightness, a, b }: SizedMeans): SizedMeans {
  const { light, least, dark } = SEEN
  const share = lightness.map((own) => {
    const sure = smoothstep(dark.from, dark.to, own)
    return (sure * light * CHROMA) / Math.max(least, own)
  })
  return {
    sizes,
    lightness: lightness.map((own) => LIGHT * Math.sqrt(Math.max(least, own))),
    a: a.map((own, cell) => own * (share[cell] as number)),
    b: b.map((own, cell) => own * (share[cell] as number)),
  }
}

/** 1 at each pixel of cells that are marked. */
function placesOf({ of }: Cells, isMarked: Uint8Array): Uint32Array<ArrayBuffer> {
  const places = new Uint32Array(of.length)
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) places[at] = isMarked[of[at] as number] as number
  })
  return places
}

/** Which cells lie for the most part where this is 1. */
export function wornCells(cells: Cells, own: Uint8Array): Uint8Array {
  const inside = new Uint32Array(cells.total)
  inParts(cells.of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if (own[at] === 0) continue
      const cell = cells.of[at] as number
      inside[cell] = (inside[cell] as number) + 1
    }
  })
  return Uint8Array.from(sizesOf(cells), (size, cell) =>
    (inside[cell] as number) > OWN * size ? 1 : 0,
  )
}
