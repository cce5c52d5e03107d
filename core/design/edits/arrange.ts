import type { Design, Layer } from '../document.ts'
import { frameBounds } from '../frame.ts'
import { type BoundsMm, trimBox, unionBounds } from '../geometry.ts'
import { changeLayers } from './layers.ts'
import { placed } from './place.ts'

/** Where a reorder takes layers; layers stand bottom to top. */
export type OrderMove = 'forward' | 'backward' | 'front' | 'back'

/**
 * Layers raised or lowered together, keeping their order among themselves. `forward` and
 * `backward` pass one other layer. Locked layers stay.
 */
export function reorderLayers(design: Design, ids: readonly string[], move: OrderMove): Design {
  const moves = (layer: Layer) => ids.includes(layer.id) && !layer.locked
  const moving = design.layers.filter(moves)
  const resting = design.layers.filter((layer) => !moves(layer))
  if (moving.length === 0) return design
  const below = design.layers.findIndex(moves)
  const above = design.layers.findLastIndex(moves)
  const restingUpTo = (index: number) =>
    design.layers.slice(0, index).filter((layer) => !moves(layer)).length
  const at = {
    front: resting.length,
    back: 0,
    forward: Math.min(resting.length, restingUpTo(above) + 1),
    backward: Math.max(0, restingUpTo(below) - 1),
  }[move]
  return reordered(design, resting.toSpliced(at, 0, ...moving))
}

/** One layer put at `index` from the bottom (0 is the lowest): a drag in the layer list. */
export function moveLayerToIndex(design: Design, id: string, index: number): Design {
  const layer = design.layers.find((other) => other.id === id)
  if (!layer || layer.locked) return design
  const others = design.layers.filter((other) => other !== layer)
  return reordered(design, others.toSpliced(Math.max(0, index), 0, layer))
}

const reordered = (design: Design, layers: Layer[]): Design =>
  layers.every((layer, index) => layer === design.layers[index]) ? design : { ...design, layers }

/** The six ways to align; left and right are the print's own, whatever the language. */
export const alignments = ['left', 'centre', 'right', 'top', 'middle', 'bottom'] as const
export type Alignment = (typeof alignments)[number]

/**
 * Layers aligned by their bounds to the trim box (`page`) or to the box round all of them
 * (`selection`; fewer than two align to the page).
 */
export function alignLayers(
  design: Design,
  ids: readonly string[],
  alignment: Alignment,
  to: 'page' | 'selection',
): Design {
  const chosen = design.layers.filter((layer) => ids.includes(layer.id))
  const page = trimBox(design.product.geometry)
  const box = to === 'page' || chosen.length < 2 ? page : unionBounds(chosen.map(frameBounds))
  if (!box) return design
  return changeLayers(design, ids, (layer) => {
    const [dx, dy] = alignShift(alignment, frameBounds(layer), box)
    return placed(layer, { xMm: layer.xMm + dx, yMm: layer.yMm + dy })
  })
}

function alignShift(alignment: Alignment, own: BoundsMm, box: BoundsMm): readonly [number, number] {
  const freeX = box.widthMm - own.widthMm
  const freeY = box.heightMm - own.heightMm
  const shifts: Readonly<Record<Alignment, readonly [number, number]>> = {
    left: [box.xMm - own.xMm, 0],
    centre: [box.xMm + freeX / 2 - own.xMm, 0],
    right: [box.xMm + freeX - own.xMm, 0],
    top: [0, box.yMm - own.yMm],
    middle: [0, box.yMm + freeY / 2 - own.yMm],
    bottom: [0, box.yMm + freeY - own.yMm],
  }
  return shifts[alignment]
}

/**
 * Layers moved so that the gaps between their bounds are equal; the first and the last one stay.
 * Three or more are needed. A locked layer keeps its place, and its gap.
 */
export function distributeLayers(
  design: Design,
  ids: readonly string[],
  axis: 'horizontal' | 'vertical',
): Design {
  const start = (box: BoundsMm) => (axis === 'horizontal' ? box.xMm : box.yMm)
  const size = (box: BoundsMm) => (axis === 'horizontal' ? box.widthMm : box.heightMm)
  const chosen = design.layers
    .filter((layer) => ids.includes(layer.id))
    .map((layer) => ({ id: layer.id, box: frameBounds(layer) }))
    .toSorted((a, b) => start(a.box) + size(a.box) / 2 - start(b.box) - size(b.box) / 2)
  const whole = unionBounds(chosen.map(({ box }) => box))
  if (!whole || chosen.length < 3) return design
  const filled = chosen.reduce((sum, { box }) => sum + size(box), 0)
  const gap = (size(whole) - filled) / (chosen.length - 1)
  const shifts = new Map<string, number>()
  let at = start(whole)
  for (const { id, box } of chosen) {
    shifts.set(id, at - start(box))
    at += size(box) + gap
  }
  return changeLayers(design, ids, (layer) => {
    const shift = shifts.get(layer.id) ?? 0
    if (Math.abs(shift) < 1e-9) return layer
    return placed(
      layer,
      axis === 'horizontal' ? { xMm: layer.xMm + shift } : { yMm: layer.yMm + shift },
    )
  })
}
