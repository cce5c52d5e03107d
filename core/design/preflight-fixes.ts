import { limits } from '../limits.ts'
import { clearOfOpenings } from './clear-eyes.ts'
import { layerDpi } from './crop.ts'
import type { Design, Geometry, Layer, LayoutId } from './document.ts'
import { changeLayers, layerById, removeLayers, setOpacity, withFields } from './edits/layers.ts'
import { placed } from './edits/place.ts'
import { setLayout } from './edits/slots.ts'
import {
  type BoundsMm,
  bleedBox,
  insetBox,
  layerBounds,
  roundedBoxHolds,
  safeBox,
} from './geometry.ts'
import { layoutTable } from './layouts.ts'
import { type Evidence, type Finding, type PreflightFix, shortSides } from './preflight.ts'
import { photoOfFaces } from './shown-photo.ts'
import { emptySlots, slotsOf } from './slot-state.ts'

/** The fixes that need no more of the customer than a tap. */
export const automaticFixes = [
  'shrink',
  'move-into-safe-area',
  'move-off-hole',
  'extend-to-bleed',
  'remove-slot',
  'raise-opacity',
  'enlarge-text',
  'delete-layer',
] as const satisfies readonly PreflightFix[]
export type AutomaticFix = (typeof automaticFixes)[number]

export const isAutomatic = (fix: PreflightFix): fix is AutomaticFix =>
  automaticFixes.some((automatic) => automatic === fix)

/**
 * The design with a finding mended; one undo step. Locked layers stay as they are.
 * @param evidence what the finding was made from
 */
export function applyFix(
  design: Design,
  finding: Finding,
  fix: AutomaticFix,
  evidence: Pick<Evidence, 'faces'> = {},
): Design {
  if (fix === 'remove-slot') return removeEmptySlots(design)
  const layer = finding.layerId === null ? undefined : layerById(design, finding.layerId)
  if (!layer) return design
  if (fix === 'delete-layer') return removeLayers(design, [layer.id])
  if (fix === 'raise-opacity') return setOpacity(design, [layer.id], 1)
  const { geometry } = design.product
  return changeLayers(design, [layer.id], (own) => {
    if (finding.code === 'face-covered') return facesClear(own, geometry, evidence)
    if (fix === 'shrink') return shrunk(own)
    if (fix === 'enlarge-text') return readable(own)
    if (fix === 'extend-to-bleed') return extended(own, geometry)
    return fix === 'move-off-hole' ? offHoles(own, geometry) : intoSafeArea(own, geometry)
  })
}

/** The photo moved in its frame until no opening takes an eye, where that can be. */
function facesClear(layer: Layer, geometry: Geometry, { faces = {} }: Pick<Evidence, 'faces'>) {
  if (layer.kind !== 'photo') return layer
  return clearOfOpenings(layer, geometry, faces[photoOfFaces(layer).hash] ?? []) ?? layer
}

/** As small as `limits.dpiWarn` asks for, about its own centre. */
function shrunk(layer: Layer): Layer {
  if (layer.kind !== 'photo') return layer
  const factor = Math.min(1, layerDpi(layer) / (limits.dpiWarn + 0.5))
  return placed(layer, { scale: layer.scale * factor })
}

/** Large enough to read, about its own centre. */
function readable(layer: Layer): Layer {
  if (layer.kind !== 'text') return layer
  return placed(layer, { scale: Math.max(layer.scale, limits.readableTextMm / layer.sizeMm) })
}

/**
 * Moved, and made smaller where it must be, until the whole box stands in the safe area. In a
 * circle or near round corners it is drawn towards the middle.
 */
function intoSafeArea(layer: Layer, geometry: Geometry): Layer {
  const safe = safeBox(geometry)
  const bounds = layerBounds(layer)
  const fits = Math.min(1, safe.widthMm / bounds.widthMm, safe.heightMm / bounds.heightMm)
  let next = placed(layer, { scale: layer.scale * fits })
  next = placed(next, clampedInto(next, safe))
  const middle = { xMm: safe.xMm + safe.widthMm / 2, yMm: safe.yMm + safe.heightMm / 2 }
  for (let step = 0; step < 60 && !whollyIn(next, geometry); step += 1) {
    next = placed(next, {
      xMm: next.xMm + (middle.xMm - next.xMm) * 0.08,
      yMm: next.yMm + (middle.yMm - next.yMm) * 0.08,
      scale: step < 30 ? next.scale : next.scale * 0.95,
    })
  }
  return next
}

function clampedInto(layer: Layer, box: BoundsMm) {
  const own = layerBounds(layer)
  const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high)
  const x = clamp(own.xMm, box.xMm, Math.max(box.xMm, box.xMm + box.widthMm - own.widthMm))
  const y = clamp(own.yMm, box.yMm, Math.max(box.yMm, box.yMm + box.heightMm - own.heightMm))
  return { xMm: layer.xMm + x - own.xMm, yMm: layer.yMm + y - own.yMm }
}

const corners = (box: BoundsMm) =>
  [0, 1].flatMap((x) =>
    [0, 1].map((y) => ({ xMm: box.xMm + x * box.widthMm, yMm: box.yMm + y * box.heightMm })),
  )

const whollyIn = (layer: Layer, geometry: Geometry): boolean =>
  corners(layerBounds(layer)).every((point) => roundedBoxHolds(safeBox(geometry), point, 0.01))

const apart = (one: BoundsMm, other: BoundsMm): boolean =>
  one.xMm >= other.xMm + other.widthMm - 0.01 ||
  other.xMm >= one.xMm + one.widthMm - 0.01 ||
  one.yMm >= other.yMm + other.heightMm - 0.01 ||
  other.yMm >= one.yMm + one.heightMm - 0.01

/** To the nearest place beside the openings, 1 mm clear of them; below the camera where in doubt. */
function offHoles(layer: Layer, geometry: Geometry): Layer {
  const holes = geometry.holes.map((hole) => insetBox(hole, -1))
  const clear = (moved: Layer) => holes.every((hole) => apart(layerBounds(moved), hole))
  const own = layerBounds(layer)
  const moves = holes.flatMap((hole) => [
    { xMm: layer.xMm, yMm: layer.yMm + hole.yMm + hole.heightMm - own.yMm },
    { xMm: layer.xMm, yMm: layer.yMm + hole.yMm - own.yMm - own.heightMm },
    { xMm: layer.xMm + hole.xMm + hole.widthMm - own.xMm, yMm: layer.yMm },
    { xMm: layer.xMm + hole.xMm - own.xMm - own.widthMm, yMm: layer.yMm },
  ])
  const far = (moved: Layer) => Math.hypot(moved.xMm - layer.xMm, moved.yMm - layer.yMm)
  const best = moves
    .map((move) => placed(layer, move))
    .filter((moved) => clear(moved) && whollyIn(moved, geometry))
    .toSorted((a, b) => far(a) - far(b))[0]
  return best ?? belowHoles(layer, geometry, holes)
}

function belowHoles(layer: Layer, geometry: Geometry, holes: readonly BoundsMm[]): Layer {
  const safe = safeBox(geometry)
  const lowest = Math.max(safe.yMm, ...holes.map((hole) => hole.yMm + hole.heightMm))
  const free = { ...safe, yMm: lowest, heightMm: safe.yMm + safe.heightMm - lowest }
  if (free.heightMm < 5) return layer
  const own = layerBounds(layer)
  const fits = Math.min(1, free.widthMm / own.widthMm, free.heightMm / own.heightMm)
  const sized = placed(layer, { scale: layer.scale * fits })
  return placed(sized, clampedInto(sized, free))
}

/** The sides that end at the trim line drawn out to the bleed's edge. */
function extended(layer: Layer, geometry: Geometry): Layer {
  const own = layerBounds(layer)
  const sides = shortSides(own, geometry)
  const bleed = bleedBox(geometry)
  const left = sides.includes('left') ? bleed.xMm : own.xMm
  const top = sides.includes('top') ? bleed.yMm : own.yMm
  const right = sides.includes('right') ? bleed.xMm + bleed.widthMm : own.xMm + own.widthMm
  const bottom = sides.includes('bottom') ? bleed.yMm + bleed.heightMm : own.yMm + own.heightMm
  const width = (right - left) / layer.scale
  const height = (bottom - top) / layer.scale
  const sideways = Math.abs(layer.rotationDeg % 180) === 90
  const moved = placed(layer, {
    xMm: (left + right) / 2,
    yMm: (top + bottom) / 2,
    widthMm: sideways ? height : width,
    heightMm: sideways ? width : height,
  })
  // A photo in a slot that is drawn out lies free: the slot's own box already reaches the bleed.
  return moved.kind === 'photo' ? withFields(moved, { slotId: null }) : moved
}

const fewerSlots: readonly LayoutId[] = [
  'mosaic-five',
  'grid-four',
  'hero-and-two',
  'halves-horizontal',
  'full',
  'free',
]

/** The layout that takes just the photos that are there; gap, margin and corners stay. */
function removeEmptySlots(design: Design): Design {
  const photos = slotsOf(design).length - emptySlots(design).length
  const layoutId = fewerSlots.find((id) => layoutTable[id].slotCount <= photos) ?? 'free'
  return setLayout(design, { layoutId })
}
