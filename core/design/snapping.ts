import type { Design } from './document.ts'
import {
  type BoundsMm,
  layerBounds,
  normaliseDeg,
  type Placement,
  safeBox,
  trimBox,
} from './geometry.ts'
import type { Guide, GuideKind } from './guide.ts'
import { type Handle, handlePoint, oppositeHandle } from './handles.ts'
import { equalGaps } from './snap-spacing.ts'

/** A line that boxes may snap to. */
export interface SnapLine {
  readonly atMm: number
  readonly kind: Exclude<GuideKind, 'spacing'>
  readonly fromMm: number
  readonly toMm: number
}

/** Everything that a gesture may snap to; made once when it begins. */
export interface SnapTargets {
  readonly vertical: readonly SnapLine[]
  readonly horizontal: readonly SnapLine[]
  /** Bounds of the layers at rest, for equal gaps. */
  readonly boxes: readonly BoundsMm[]
}

/** Centre lines, trim edges, safe area, and the visible layers that do not move themselves. */
export function snapTargets(design: Design, movingIds: readonly string[]): SnapTargets {
  const trim = trimBox(design.product.geometry)
  const safe = safeBox(design.product.geometry)
  const boxes = design.layers
    .filter((layer) => !layer.hidden && layer.kind !== 'doodle' && !movingIds.includes(layer.id))
    .map(layerBounds)
  const linesOf = (along: 'x' | 'y'): readonly SnapLine[] => [
    ...edgeLines(trim, along, trim, { centre: 'centre', edges: 'trim' }),
    ...edgeLines(safe, along, trim, { centre: null, edges: 'safe' }),
    ...boxes.flatMap((box) => edgeLines(box, along, box, { centre: 'layer', edges: 'layer' })),
  ]
  return { vertical: linesOf('x'), horizontal: linesOf('y'), boxes }
}

/** What has to be added to a moving box, and the guides to draw once it is there. */
export interface Snap {
  readonly dxMm: number
  readonly dyMm: number
  readonly guides: readonly Guide[]
}

/**
 * The nearest lines within `thresholdMm` for a box that moves, each axis by itself; where no line
 * is near, equal gaps to two neighbours.
 * @param bounds where the pointer would have it (of a layer or of a whole selection)
 * @param thresholdMm some 6 CSS px at the present zoom
 */
export function snapMove(bounds: BoundsMm, targets: SnapTargets, thresholdMm: number): Snap {
  const x = nearest(spotsOf(bounds, 'x'), targets.vertical, thresholdMm)
  const y = nearest(spotsOf(bounds, 'y'), targets.horizontal, thresholdMm)
  const gapX = x === null ? equalGaps(bounds, targets.boxes, 'x', thresholdMm) : null
  const gapY = y === null ? equalGaps(bounds, targets.boxes, 'y', thresholdMm) : null
  const dxMm = x ?? gapX?.shiftMm ?? 0
  const dyMm = y ?? gapY?.shiftMm ?? 0
  const moved = { ...bounds, xMm: bounds.xMm + dxMm, yMm: bounds.yMm + dyMm }
  const guides = [
    ...(x === null ? [] : guidesAt(moved, 'x', targets.vertical)),
    ...(y === null ? [] : guidesAt(moved, 'y', targets.horizontal)),
    ...(gapX?.guides ?? []),
    ...(gapY?.guides ?? []),
  ]
  return { dxMm, dyMm, guides }
}

/** A placement after snapping, and the guides to draw. */
export interface SnappedPlacement {
  readonly placement: Placement
  readonly guides: readonly Guide[]
}

/**
 * A pull of a handle snapped: a corner scales on until one side of the bounds meets a line; an
 * edge of an unturned layer meets one by itself.
 * @param start the layer as the pull began
 * @param pulled what `resizeFromHandle` gave
 */
export function snapResize(
  start: Placement,
  handle: Handle,
  pulled: Placement,
  targets: SnapTargets,
  thresholdMm: number,
): SnappedPlacement {
  const corner = handle.length === 2
  if (!corner && pulled.rotationDeg !== 0) return { placement: pulled, guides: [] }
  const anchor = handlePoint(start, oppositeHandle(handle))
  const bounds = layerBounds(pulled)
  const found = (['x', 'y'] as const).flatMap((along) => {
    if (!corner && (along === 'x') !== (handle === 'e' || handle === 'w')) return []
    const lines = along === 'x' ? targets.vertical : targets.horizontal
    const fixed = along === 'x' ? anchor.xMm : anchor.yMm
    return outerSpots(bounds, along).flatMap((spot) =>
      Math.abs(spot - fixed) < 0.5
        ? []
        : lines.flatMap((line) => {
            const factor = (line.atMm - fixed) / (spot - fixed)
            const away = Math.abs(line.atMm - spot)
            return away <= thresholdMm && factor > 0.1 ? [{ factor, away, along }] : []
          }),
    )
  })
  const best = found.toSorted((a, b) => a.away - b.away)[0]
  if (!best) return { placement: pulled, guides: [] }
  const placement = stretched(pulled, corner ? 'both' : best.along, best.factor, anchor)
  const lines = best.along === 'x' ? targets.vertical : targets.horizontal
  return { placement, guides: guidesAt(layerBounds(placement), best.along, lines) }
}

/** The rotation, brought to the nearest multiple of `stepDeg` where it is within `thresholdDeg`. */
export function snapRotation(
  rotationDeg: number,
  options: { readonly thresholdDeg?: number; readonly stepDeg?: number } = {},
): { readonly rotationDeg: number; readonly snapped: boolean } {
  const { thresholdDeg = 4, stepDeg = 45 } = options
  const near = Math.round(rotationDeg / stepDeg) * stepDeg
  const snapped = Math.abs(rotationDeg - near) <= thresholdDeg
  return { rotationDeg: normaliseDeg(snapped ? near : rotationDeg), snapped }
}

type Along = 'x' | 'y'

const startOf = (box: BoundsMm, along: Along) => (along === 'x' ? box.xMm : box.yMm)
const sizeOf = (box: BoundsMm, along: Along) => (along === 'x' ? box.widthMm : box.heightMm)

const outerSpots = (box: BoundsMm, along: Along): readonly number[] => [
  startOf(box, along),
  startOf(box, along) + sizeOf(box, along),
]

const spotsOf = (box: BoundsMm, along: Along): readonly number[] => [
  startOf(box, along) + sizeOf(box, along) / 2,
  ...outerSpots(box, along),
]

function edgeLines(
  box: BoundsMm,
  along: Along,
  span: BoundsMm,
  kinds: { readonly centre: SnapLine['kind'] | null; readonly edges: SnapLine['kind'] },
): readonly SnapLine[] {
  const across = along === 'x' ? 'y' : 'x'
  const fromMm = startOf(span, across)
  const toMm = fromMm + sizeOf(span, across)
  const line = (atMm: number, kind: SnapLine['kind']) => ({ atMm, kind, fromMm, toMm })
  const centre = startOf(box, along) + sizeOf(box, along) / 2
  return [
    ...(kinds.centre ? [line(centre, kinds.centre)] : []),
    ...outerSpots(box, along).map((at) => line(at, kinds.edges)),
  ]
}

/** The smallest shift that brings one of `spots` onto a line, or null. */
function nearest(
  spots: readonly number[],
  lines: readonly SnapLine[],
  thresholdMm: number,
): number | null {
  let best: number | null = null
  for (const line of lines) {
    for (const spot of spots) {
      const shift = line.atMm - spot
      if (Math.abs(shift) > thresholdMm) continue
      if (best === null || Math.abs(shift) < Math.abs(best)) best = shift
    }
  }
  return best
}

/** A guide for every line that the box lies on now, long enough to show both; one for each place. */
function guidesAt(box: BoundsMm, along: Along, lines: readonly SnapLine[]): readonly Guide[] {
  const across = along === 'x' ? 'y' : 'x'
  const start = startOf(box, across)
  const end = start + sizeOf(box, across)
  const guides = new Map<number, Guide>()
  for (const line of lines) {
    if (!spotsOf(box, along).some((spot) => Math.abs(spot - line.atMm) < 0.005)) continue
    const key = Math.round(line.atMm * 100)
    const known = guides.get(key)
    guides.set(key, {
      axis: along === 'x' ? 'vertical' : 'horizontal',
      kind: known?.kind ?? line.kind,
      atMm: line.atMm,
      fromMm: Math.min(start, line.fromMm, known?.fromMm ?? start),
      toMm: Math.max(end, line.toMm, known?.toMm ?? end),
    })
  }
  return [...guides.values()]
}

/** A placement grown about `anchor`: as a whole, or its box along one of its own axes. */
function stretched(
  from: Placement,
  along: Along | 'both',
  factor: number,
  anchor: { readonly xMm: number; readonly yMm: number },
): Placement {
  const x = along === 'y' ? 1 : factor
  const y = along === 'x' ? 1 : factor
  return {
    ...from,
    xMm: anchor.xMm + (from.xMm - anchor.xMm) * x,
    yMm: anchor.yMm + (from.yMm - anchor.yMm) * y,
    widthMm: along === 'x' ? from.widthMm * factor : from.widthMm,
    heightMm: along === 'y' ? from.heightMm * factor : from.heightMm,
    scale: along === 'both' ? from.scale * factor : from.scale,
  }
}
