import type { Geometry, Layout, LayoutId } from './document.ts'
import {
  type BoundsMm,
  bleedBox,
  insetBox,
  isRound,
  type RoundedBoxMm,
  trimBox,
} from './geometry.ts'
import { type Cell, cellsOf, type SlotPaper, slotCounts } from './layout-cells.ts'

/** A place of the layout that one photo fills. */
export interface Slot {
  /** `slot-1` to `slot-n` in reading order: the same in every layout, so that photos stay. */
  readonly id: string
  /** Key of the slot's spoken name, with `{{number}}`. */
  readonly labelKey: 'layout.slot'
  readonly number: number
  /** Centre of the photo's box, as in a layer. */
  readonly xMm: number
  readonly yMm: number
  readonly widthMm: number
  readonly heightMm: number
  /** Clockwise; not 0 only in `polaroids`. */
  readonly rotationDeg: number
  /** The renderer rounds the photo's box by this where its mask is `none`. */
  readonly cornerRadiusMm: number
  /**
   * The renderer also clips the photo to this outline (concentric with the product's, so that the
   * outer corners of a collage follow a case's corners and a round cake's rim), or null.
   */
  readonly clip: RoundedBoxMm | null
  /** A paper edge that the renderer draws under the photo, or null. */
  readonly paper: SlotPaper | null
}

/** Key of a layout's name in the panels' namespace, and how many photos it takes. */
export const layoutTable: Readonly<
  Record<LayoutId, { readonly labelKey: string; readonly slotCount: number }>
> = {
  free: { labelKey: 'layout.free', slotCount: slotCounts.free },
  full: { labelKey: 'layout.full', slotCount: slotCounts.full },
  'halves-horizontal': {
    labelKey: 'layout.halvesHorizontal',
    slotCount: slotCounts['halves-horizontal'],
  },
  'halves-vertical': {
    labelKey: 'layout.halvesVertical',
    slotCount: slotCounts['halves-vertical'],
  },
  thirds: { labelKey: 'layout.thirds', slotCount: slotCounts.thirds },
  'grid-four': { labelKey: 'layout.gridFour', slotCount: slotCounts['grid-four'] },
  'hero-and-two': { labelKey: 'layout.heroAndTwo', slotCount: slotCounts['hero-and-two'] },
  'hero-and-three': { labelKey: 'layout.heroAndThree', slotCount: slotCounts['hero-and-three'] },
  filmstrip: { labelKey: 'layout.filmstrip', slotCount: slotCounts.filmstrip },
  'mosaic-five': { labelKey: 'layout.mosaicFive', slotCount: slotCounts['mosaic-five'] },
  'grid-six': { labelKey: 'layout.gridSix', slotCount: slotCounts['grid-six'] },
  polaroids: { labelKey: 'layout.polaroids', slotCount: slotCounts.polaroids },
}

/**
 * The slots of a layout on a product, in reading order. With a margin of 0 they reach into the
 * bleed where they touch the edge; with more, the whole collage stands within the trim by it.
 */
export function layoutSlots(layout: Layout, geometry: Geometry): readonly Slot[] {
  if (layout.layoutId === 'free') return []
  const frame = collageBox(layout, geometry)
  const cells = cellsOf(layout.layoutId, {
    frame,
    ground: groundOf(layout, geometry),
    gapMm: Math.min(layout.gapMm, Math.min(frame.widthMm, frame.heightMm) / 12),
    round: isRound(geometry),
  })
  return cells.map((cell, index) => slotOf(cell, index, layout, frame))
}

/** The slot called `slotId`, or null where this layout has none. */
export const slotById = (layout: Layout, geometry: Geometry, slotId: string): Slot | null =>
  layoutSlots(layout, geometry).find((slot) => slot.id === slotId) ?? null

/** What the collage covers: the print with its bleed, or the trim box less the margin. */
export function collageBox(layout: Layout, geometry: Geometry): RoundedBoxMm {
  if (layout.marginMm <= 0) return bleedBox(geometry)
  const most = Math.min(geometry.widthMm, geometry.heightMm) / 3
  return insetBox(trimBox(geometry), Math.min(layout.marginMm, most))
}

/** The trim box less the margin, below a camera that would hide what is laid there. */
function groundOf(layout: Layout, geometry: Geometry): BoundsMm {
  const box = layout.marginMm > 0 ? collageBox(layout, geometry) : trimBox(geometry)
  const top = geometry.holes
    .filter((hole) => hole.yMm + hole.heightMm / 2 < geometry.heightMm / 2)
    .reduce((lowest, hole) => Math.max(lowest, hole.yMm + hole.heightMm), box.yMm)
  const heightMm = box.yMm + box.heightMm - top
  return heightMm < box.heightMm / 2 ? box : { ...box, yMm: top, heightMm }
}

/** Gap, margin and corner radius that look well for a layout on a product of this size. */
export function defaultLayout(layoutId: LayoutId, geometry: Geometry): Layout {
  const short = Math.min(geometry.widthMm, geometry.heightMm)
  const gapMm = Math.round(Math.min(6, Math.max(1, short * 0.022)) * 2) / 2
  const floating = layoutId === 'filmstrip' || layoutId === 'polaroids'
  return {
    layoutId,
    gapMm: layoutId === 'free' || layoutId === 'full' ? 0 : gapMm,
    marginMm: 0,
    cornerRadiusMm: floating ? 1 : 0,
  }
}

function slotOf(cell: Cell, index: number, layout: Layout, frame: RoundedBoxMm): Slot {
  const { box } = cell
  const paper = cell.paper ?? null
  return {
    id: `slot-${index + 1}`,
    labelKey: 'layout.slot',
    number: index + 1,
    xMm: box.xMm + box.widthMm / 2,
    yMm: box.yMm + box.heightMm / 2,
    widthMm: box.widthMm,
    heightMm: box.heightMm,
    rotationDeg: cell.rotationDeg ?? 0,
    cornerRadiusMm: Math.min(layout.cornerRadiusMm, box.widthMm / 2, box.heightMm / 2),
    clip: cell.floating ? null : frame,
    paper,
  }
}
