import { limits } from '../limits.ts'
import { clearOfOpenings } from './clear-eyes.ts'
import { layerDpi } from './crop.ts'
import type { Design, Geometry, Layer, PhotoLayer } from './document.ts'
import { coversEyes, type PhotoFace } from './faces.ts'
import {
  type BoundsMm,
  layerBounds,
  layerMatrix,
  type PointMm,
  roundedBoxHolds,
  safeBox,
  transformPoint,
  trimBox,
} from './geometry.ts'
import { collageBox } from './layouts.ts'
import { photoOfFaces, shownPhoto } from './shown-photo.ts'
import { emptySlots } from './slot-state.ts'

/** Everything that preflight can find, and the most that it says about it. */
export const preflightCodes = [
  'photo-missing',
  'blank-print',
  'nearly-invisible',
  'missing-glyphs',
  'poor-dpi',
  'low-dpi',
  'face-covered',
  'over-hole',
  'outside-print',
  'cut-off',
  'outside-safe-area',
  'short-of-bleed',
  'text-too-small',
  'empty-slot',
] as const
export type PreflightCode = (typeof preflightCodes)[number]

/** `serious`: the print would be a disappointment. Nothing of it blocks an order by itself. */
export type Severity = 'notice' | 'warning' | 'serious'

/** Ways out of a finding. The automatic ones are done by `applyFix`; others open a panel. */
export const preflightFixes = [
  'enhance',
  'shrink',
  'move-into-safe-area',
  'move-off-hole',
  'extend-to-bleed',
  'fill-slot',
  'remove-slot',
  'change-font',
  'change-background',
  'raise-opacity',
  'enlarge-text',
  'replace-photo',
  'delete-layer',
] as const
export type PreflightFix = (typeof preflightFixes)[number]

export interface Finding {
  readonly code: PreflightCode
  readonly severity: Severity
  readonly layerId: string | null
  readonly slotId: string | null
  /** What the message may interpolate: `dpi`, `number` (of a slot), `characters`. */
  readonly params: Readonly<Record<string, string | number>>
  /** The best one first. */
  readonly fixes: readonly PreflightFix[]
}

/** What the compositor found out by drawing; its `InkReport` has this shape. */
export interface InkEvidence {
  /** Share of the trim box where the print differs visibly from blank material, 0..1. */
  readonly inkedShare: number
  /** Largest difference of any pixel from the background, 0..255. */
  readonly contrast: number
  /** Text layer id -> characters its font cannot draw. */
  readonly missingGlyphs: Readonly<Record<string, readonly string[]>>
}

/** What preflight cannot see in the document; null and nothing where it is not known yet. */
export interface Evidence {
  readonly ink?: InkEvidence | null
  /** Hashes of photos whose bytes are not on the device any more. */
  readonly missingPhotos?: readonly string[]
  /** Hash of a photo, see {@link photoOfFaces} -> the faces in it. */
  readonly faces?: Readonly<Record<string, readonly PhotoFace[]>>
}

const INKED_SHARE_MIN = 0.0005
/** Under this difference of 255 an eye hardly sees it on a case or on icing. */
const CONTRAST_MIN = 14
const OPACITY_MIN = 0.1
/** How much of a layer may be lost before it is said. */
const LOST_SHARE = { text: 0.02, sticker: 0.3, photo: 0.34, doodle: 0.5 } as const

/**
 * Everything worth saying before a design is ordered, the most serious first. Hidden layers do not
 * count. Pure: the same design and evidence give the same findings.
 */
export function preflight(design: Design, evidence: Evidence = {}): readonly Finding[] {
  const visible = design.layers.filter((layer) => !layer.hidden)
  const findings = [
    ...visible.flatMap((layer) => layerFindings(layer, design, evidence)),
    ...slotFindings(design),
    ...(isPlain(design, visible) ? [blankPrint] : inkFindings(visible, evidence.ink ?? null)),
  ]
  const rank = { serious: 0, warning: 1, notice: 2 }
  return findings.toSorted((a, b) => rank[a.severity] - rank[b.severity])
}

/** Under this a number says less than that the photo is too small: one of a few pixels has none. */
const TOLD_FROM_DPI = 10

/** Whether a photo's effective dpi is told as a number. */
export const isDpiTold = (dpi: number): boolean => dpi >= TOLD_FROM_DPI

/** How a photo's effective dpi is to be shown: as its size changes, and here. */
export const dpiGrade = (dpi: number): 'good' | 'low' | 'poor' =>
  dpi < limits.dpiPoor ? 'poor' : dpi < limits.dpiWarn ? 'low' : 'good'

function layerFindings(layer: Layer, design: Design, evidence: Evidence): readonly Finding[] {
  const { geometry } = design.product
  return [
    ...(layer.kind === 'photo' ? photoFindings(layer, design, evidence) : []),
    ...glyphFindings(layer, evidence),
    ...(layer.kind === 'text' && layer.sizeMm * layer.scale < limits.readableTextMm
      ? [found('text-too-small', 'warning', layer, ['enlarge-text', 'delete-layer'])]
      : []),
    ...(layer.opacity < OPACITY_MIN
      ? [found('nearly-invisible', 'warning', layer, ['raise-opacity', 'delete-layer'])]
      : []),
    ...placeFindings(layer, geometry),
    ...faceFindings(layer, geometry, evidence),
  ]
}

function photoFindings(layer: PhotoLayer, design: Design, evidence: Evidence): readonly Finding[] {
  if (evidence.missingPhotos?.includes(shownPhoto(layer).hash)) {
    return [found('photo-missing', 'serious', layer, ['replace-photo', 'delete-layer'])]
  }
  const dpi = layerDpi(layer)
  const grade = dpiGrade(dpi)
  const gap = isShortOfBleed(layer, design)
    ? [found('short-of-bleed', 'notice', layer, ['extend-to-bleed'])]
    : []
  if (grade === 'good') return gap
  const shrinks = layer.slotId === null && dpi >= limits.dpiWarn * 0.4
  const fixes: PreflightFix[] = [
    'enhance',
    ...(shrinks ? ['shrink' as const] : []),
    'replace-photo',
  ]
  const code = grade === 'poor' ? 'poor-dpi' : 'low-dpi'
  const severity = grade === 'poor' ? 'serious' : 'warning'
  return [found(code, severity, layer, fixes, { dpi: Math.max(1, Math.floor(dpi)) }), ...gap]
}

function faceFindings(layer: Layer, geometry: Geometry, { faces = {} }: Evidence) {
  if (layer.kind !== 'photo') return []
  const own = faces[photoOfFaces(layer).hash] ?? []
  if (!coversEyes(layer, geometry, own)) return []
  const movable = clearOfOpenings(layer, geometry, own) !== null
  const fixes: PreflightFix[] = [...(movable ? ['move-off-hole' as const] : []), 'replace-photo']
  return [found('face-covered', 'warning', layer, fixes)]
}

function glyphFindings(layer: Layer, evidence: Evidence): readonly Finding[] {
  const missing = evidence.ink?.missingGlyphs[layer.id] ?? []
  if (layer.kind !== 'text' || missing.length === 0) return []
  const characters = missing.slice(0, 8).join(' ')
  return [
    found('missing-glyphs', 'serious', layer, ['change-font', 'delete-layer'], { characters }),
  ]
}

/** One finding at most about where a layer stands, the worst. */
function placeFindings(layer: Layer, geometry: Geometry): readonly Finding[] {
  if (layer.kind === 'photo' && layer.slotId !== null) return []
  const points = layerPoints(layer)
  const share = (lost: (point: PointMm) => boolean) => points.filter(lost).length / points.length
  const outline = trimBox(geometry)
  if (points.length === 0) return []
  if (share((point) => !roundedBoxHolds(outline, point)) > 0.999) {
    return [found('outside-print', 'warning', layer, ['move-into-safe-area', 'delete-layer'])]
  }
  if (!isMotif(layer, geometry)) return []
  if (share((point) => inHole(geometry, point)) > LOST_SHARE[layer.kind]) {
    return [found('over-hole', 'warning', layer, ['move-off-hole', 'delete-layer'])]
  }
  const safe = safeBox(geometry)
  const lost = share((point) => !roundedBoxHolds(safe, point))
  if (lost <= LOST_SHARE[layer.kind]) return []
  const cut = share((point) => !roundedBoxHolds(outline, point)) > LOST_SHARE[layer.kind]
  const severity = layer.kind === 'text' ? 'serious' : 'warning'
  return cut
    ? [found('cut-off', severity, layer, ['move-into-safe-area'])]
    : [found('outside-safe-area', 'notice', layer, ['move-into-safe-area'])]
}

/** Whether a layer is seen as a thing of its own, rather than as a ground that runs off the edge. */
function isMotif(layer: Layer, geometry: Geometry): boolean {
  if (layer.kind === 'text' || layer.kind === 'sticker') return true
  if (layer.kind === 'doodle') return false
  const bounds = layerBounds(layer)
  const cutOut = layer.derived.some((version) => version.tool === 'cut-out')
  const small = bounds.widthMm * bounds.heightMm < 0.45 * geometry.widthMm * geometry.heightMm
  return (cutOut || layer.mask !== 'none') && small
}

/** Whether a photo ends at the trim line, short of the bleed: a white line may show there. */
function isShortOfBleed(layer: PhotoLayer, design: Design): boolean {
  const { geometry } = design.product
  if (geometry.bleedMm === 0 || layer.rotationDeg % 90 !== 0 || layer.mask !== 'none') return false
  if (layer.slotId !== null && collageBox(design.layout, geometry).xMm >= 0) return false
  return shortSides(layerBounds(layer), geometry).length > 0
}

/** The sides on which a box ends between 1 mm inside the trim line and the bleed's outer edge. */
export function shortSides(
  box: BoundsMm,
  geometry: Geometry,
): readonly ('left' | 'top' | 'right' | 'bottom')[] {
  const near = (over: number) => over > -1 && over < geometry.bleedMm - 0.05
  const long = box.widthMm > geometry.widthMm / 2 && box.heightMm > geometry.heightMm / 4
  const tall = box.heightMm > geometry.heightMm / 2 && box.widthMm > geometry.widthMm / 4
  const right = box.xMm + box.widthMm - geometry.widthMm
  const bottom = box.yMm + box.heightMm - geometry.heightMm
  return [
    ...(tall && near(-box.xMm) ? (['left'] as const) : []),
    ...(long && near(-box.yMm) ? (['top'] as const) : []),
    ...(tall && near(right) ? (['right'] as const) : []),
    ...(long && near(bottom) ? (['bottom'] as const) : []),
  ]
}

const inHole = (geometry: Geometry, point: PointMm): boolean =>
  geometry.holes.some((hole) => roundedBoxHolds(hole, point))

/** Places spread over what a layer draws: its strokes, or a grid over its box. */
function layerPoints(layer: Layer): readonly PointMm[] {
  const matrix = layerMatrix(layer)
  const own =
    layer.kind === 'doodle'
      ? layer.strokes.flatMap((stroke) => (stroke.eraser ? [] : stroke.points))
      : gridOver(layer)
  return own.map(([xMm, yMm]) => transformPoint(matrix, { xMm, yMm }))
}

const GRID = 11

function gridOver(layer: Layer): readonly (readonly [number, number])[] {
  return Array.from({ length: GRID * GRID }, (_, index) => [
    ((index % GRID) / (GRID - 1) - 0.5) * layer.widthMm,
    (Math.floor(index / GRID) / (GRID - 1) - 0.5) * layer.heightMm,
  ])
}

function slotFindings(design: Design): readonly Finding[] {
  return emptySlots(design).map((slot) => ({
    code: 'empty-slot',
    severity: 'warning',
    layerId: null,
    slotId: slot.id,
    params: { number: slot.number },
    fixes: ['fill-slot', 'remove-slot'],
  }))
}

const nowhere = { layerId: null, slotId: null, params: {} }

const blankPrint: Finding = {
  ...nowhere,
  code: 'blank-print',
  severity: 'serious',
  fixes: ['change-background'],
}

/** White and nothing on it: what a design begins as. Another colour was somebody's choice. */
const isPlain = ({ background }: Design, visible: readonly Layer[]): boolean =>
  visible.length === 0 && background.kind === 'colour' && background.colour === '#ffffff'

function inkFindings(visible: readonly Layer[], ink: InkEvidence | null): readonly Finding[] {
  if (!ink) return []
  if (ink.inkedShare < INKED_SHARE_MIN) return [blankPrint]
  if (visible.length === 0 || ink.contrast >= CONTRAST_MIN) return []
  return [
    { ...nowhere, code: 'nearly-invisible', severity: 'serious', fixes: ['change-background'] },
  ]
}

const found = (
  code: PreflightCode,
  severity: Severity,
  layer: Layer,
  fixes: readonly PreflightFix[],
  params: Finding['params'] = {},
): Finding => ({
  code,
  severity,
  layerId: layer.id,
  slotId: layer.kind === 'photo' ? layer.slotId : null,
  params,
  // A locked layer is only ever changed by its owner's hand.
  fixes: layer.locked ? [] : fixes,
})
