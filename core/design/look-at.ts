import type { Geometry, PhotoLayer } from './document.ts'
import { betweenEyes, onProduct, type PhotoFace } from './faces.ts'
import { type BoundsMm, bleedBox, intersectBounds, layerBounds, unionBounds } from './geometry.ts'
import { closeUp, fitView, type View, type Viewport } from './view.ts'

/** A head about the middle of its eyes, in widths of the face. */
const HEAD = { aside: 0.9, above: 1, below: 1.2 } as const
/** How large a face is shown at most, in px: the rest of the photo is to be seen, too. */
const FACE_PX_MAX = 170
/** A view that is closer by less than this is not worth a move. */
const CLOSER_MIN = 1.2
/** A small photo without faces is not looked at more closely than this. */
const CLOSER_MAX = 3

/** What one looks at while a tool works on a photo. */
export interface Look {
  readonly bounds: BoundsMm
  /** Width of the largest face, in mm of the design; null where the photo shows none. */
  readonly faceMm: number | null
}

/** The faces of a photo that its print shows, else all of the photo; null where nothing is seen of it. */
export function lookAt(
  layer: PhotoLayer,
  geometry: Geometry,
  faces: readonly PhotoFace[],
): Look | null {
  const seen = intersectBounds(layerBounds(layer), bleedBox(geometry))
  if (seen === null) return null
  const heads = headsOn(layer, faces)
  const shown = heads.flatMap(({ box }) => intersectBounds(box, seen) ?? [])
  const bounds = unionBounds(shown)
  if (bounds === null) return { bounds: seen, faceMm: null }
  return { bounds, faceMm: Math.max(...heads.map(({ faceMm }) => faceMm)) }
}

/** The view of it; null where the whole print shows it nearly as large. */
export function closeView(
  { bounds, faceMm }: Look,
  geometry: Geometry,
  viewport: Viewport,
): View | null {
  const whole = fitView(geometry, viewport)
  const closest = faceMm === null ? whole.scalePxPerMm * CLOSER_MAX : FACE_PX_MAX / faceMm
  const view = closeUp(bounds, geometry, viewport, closest)
  return view.scalePxPerMm < whole.scalePxPerMm * CLOSER_MIN ? null : view
}

/** The heads that a photo shows, in mm of the design. */
export const headsOn = (layer: PhotoLayer, faces: readonly PhotoFace[]): readonly Head[] =>
  faces.flatMap((face) => headOn(layer, face) ?? [])

interface Head {
  readonly box: BoundsMm
  readonly faceMm: number
}

function headOn(layer: PhotoLayer, face: PhotoFace): Head | null {
  const { width, isBehind } = face
  const at = isBehind === true ? null : onProduct(layer, betweenEyes(face))
  if (at === null) return null
  const faceMm = (width * layer.widthMm * layer.scale) / layer.crop.width
  const box: BoundsMm = {
    xMm: at.xMm - HEAD.aside * faceMm,
    yMm: at.yMm - HEAD.above * faceMm,
    widthMm: 2 * HEAD.aside * faceMm,
    heightMm: (HEAD.above + HEAD.below) * faceMm,
  }
  return { box, faceMm }
}
