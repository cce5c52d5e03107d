import { between4 } from '../../../../pixels/between-pixels.ts'
import { type OkLab, toOkLab } from '../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import type { Raster } from '../../../../pixels/raster.ts'
import { maskOf } from '../../../face-points/face-outlines.ts'
import type { Point } from '../../../face-points/face-points.ts'
import { type FoundFace, scaledFace } from '../../../face-points/find-faces.ts'
import { glassesOf } from '../../../face-points/glasses.ts'
import type { HairSeen } from '../../../face-points/hair-on-face.ts'
import { between, type Rgb, rgbOf, toned } from '../../../face-points/samples.ts'
import { drawShape, type Rows, type Shape } from '../../../face-points/shapes.ts'
import { type SkinOfFace, skinOfFace } from '../../../face-points/skin-of-face.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { Cel } from '../cel.ts'
import { isBelowJaw } from '../skin/chin-frame.ts'
import type { Beard } from './beard/beard.ts'
import type { FacePen } from './face-pen.ts'
import { FAR, isSmallIn, SMALL } from './face-sizes.ts'
import { type DrawnParts, drawnPartsOf } from './parts/drawn-parts.ts'
import { placesIn } from './parts/places-in-face.ts'
import { type PaintedFace, penShapes, shapesUnderPen } from './shapes-on-face.ts'
import { type FaceSkin, faceSkinOf } from './skin/face-skin.ts'
import {
  lighterUnder,
  movedSkin,
  type PaintedGlass,
  type SkinMove,
  skinMoveOf,
} from './skin/kept-skin.ts'
import { liftedSkin } from './skin/lifted-skin.ts'
import { paintedTones } from './skin/painted-tones.ts'
import { lightOfStrokes } from './skin/strokes-on-skin.ts'
import type { FaceWarp } from './warp/face-warp.ts'

export interface DrawnFace {
  readonly face: FoundFace
  readonly skin: FaceSkin
  /** The skin's own colour as it is painted, and those of its tones, from the darkest on. */
  readonly base: OkLab
  readonly tones: readonly OkLab[]
  readonly shapes: readonly Shape[]
  /** Whether its chin is. */
  readonly isBearded: boolean
  /** Whether it has skin and features alone, no hair of its own and no proportions of a film. */
  readonly isSmall: boolean
}

const BLACK: OkLab = [0, 0, 0]

/**
 * Paints the skin of faces on a cel, each in a few flat tones; below their jaws what has a body's tone keeps that.
 * @param scale of the cel
 * @param isBody whether a place has one
 */
export function paintSkin(
  cel: Cel,
  faces: readonly DrawnFace[],
  scale: number,
  isBody: (at: number) => boolean = () => false,
): void {
  for (const { face, skin, tones } of faces.toReversed()) {
    const isBelow = isBelowJaw(scaledFace(face, scale))
    const { box, level, share, near, beard } = skin
    const first = cel.newCells(tones.length * 3 + 2)
    const left = Math.max(0, Math.ceil(box.x * scale))
    const right = Math.min(cel.widthPx, Math.floor((box.x + box.width) * scale))
    const bottom = Math.min(cel.heightPx, Math.floor((box.y + box.height) * scale))
    for (let y = Math.max(0, Math.ceil(box.y * scale)); y < bottom; y++) {
      const v = (((y + 0.5) / scale - box.y) * level.heightPx) / box.height - 0.5
      for (let x = left; x < right; x++) {
        const u = (((x + 0.5) / scale - box.x) * level.widthPx) / box.width - 0.5
        const at = y * cel.widthPx + x
        const tone = Math.round(between4(level, u, v))
        const hairy = beard === null ? 0 : between4(beard.share, u, v)
        if (beard !== null && hairy > (beard.isStubble ? STUBBLE.from : 0.5)) {
          const isShade = between4(beard.light, u, v) < beard.step
          const kind = beard.isStubble
            ? 2 + tone + (hairy < STUBBLE.whole ? tones.length : 0)
            : isShade
              ? 1
              : 0
          cel.set(
            at,
            first + tones.length + kind,
            ...hairTone(beard, isShade, hairy, tones[tone] ?? BLACK),
          )
          cel.bare[at] = 1
          continue
        }
        const bare = between4(share, u, v)
        if (bare < 0.5 || bare * between4(near, u, v) < 0.5) continue
        if (isBody(at) && isBelow(x + 0.5, y + 0.5)) continue
        const own = tones[tone] ?? BLACK
        cel.set(at, first + tone, own[0], own[1], own[2])
        cel.bare[at] = 1
      }
    }
  }
}

/** Where stubble begins and where it is whole, and how much of it shows there. */
const STUBBLE = { from: 0.3, whole: 0.75, faint: 0.4, full: 0.8 }

/** @param skin as it would be painted there: short hair lets it through, less so where it ends */
function hairTone(
  { tone, shade, isStubble }: Beard,
  isShade: boolean,
  hairy: number,
  skin: OkLab,
): OkLab {
  if (!isStubble) return isShade ? shade : tone
  const hair: OkLab = [Math.min(tone[0], skin[0] - 0.03), tone[1], tone[2]]
  return between(skin, hair, hairy < STUBBLE.whole ? STUBBLE.faint : STUBBLE.full)
}

/** Faces as they are drawn over a painted picture of any size; any rows are as in the whole. */
export class FaceDrawing {
  readonly #shapes: readonly (readonly Shape[])[]

  /** @param scale of the picture that is drawn on against the one in which the faces were found */
  constructor(faces: readonly DrawnFace[], warp: FaceWarp, scale: number) {
    const placed = (p: Point): Point => {
      const { x, y } = warp.targetOf(p)
      return { x: x * scale, y: y * scale }
    }
    this.#shapes = faces.map(({ shapes }) => shapes.map((shape) => placedBy(shape, placed)))
  }

  /** Draws eyes, brows, nose, lips and jaw on painted rows. */
  draw(rows: Rows): void {
    for (const shapes of this.#shapes) for (const shape of shapes) drawShape(rows, shape)
  }
}

const placedBy = ({ outline, within, ...shape }: Shape, placed: (p: Point) => Point): Shape => ({
  ...shape,
  outline: outline.map(placed),
  ...(within && { within: within.map(placed) }),
})

interface SkinPaint {
  /** Contrast of the skin's tones, 1 as they are. */
  readonly contrast: number
  /** How much colour faint skin gains. */
  readonly warmth: number
}

/**
 * Prepares the faces of a picture. Hidden and turned ones get their skin alone, and keep the
 * features that the paint leaves them.
 * @param hairAbout where hair is about a face, as large as the picture or smaller; null where nobody looked
 */
export async function prepareFaces(
  env: ToolEnvironment,
  picture: Raster,
  found: readonly FoundFace[],
  pen: FacePen,
  skinPaint: SkinPaint,
  hairAbout: (face: FoundFace) => HairSeen | null = () => null,
): Promise<readonly DrawnFace[]> {
  const longPx = Math.max(picture.widthPx, picture.heightPx)
  const largestPx = Math.max(0, ...found.map(({ widthPx }) => widthPx))
  const drawn: DrawnFace[] = []
  for (const face of found) {
    const isSmall = isSmallIn(face, picture)
    if (isSmall && face.widthPx < SMALL.least * longPx) continue
    const given = { face, hair: hairAbout(face), largestPx }
    const own = await prepareFace(env, picture, given, pen, skinPaint)
    if (own !== null) drawn.push(own)
  }
  return drawn
}

/**
 * How far eyes are opened in the drawing by which strokes are weighed: skin is painted alike wherever the
 * slider of proportions stands, so that its move need not paint anew.
 */
const OPENED = 0.5

interface GivenFace {
  readonly face: FoundFace
  readonly hair: HairSeen | null
  /** How wide the largest face of the picture is. */
  readonly largestPx: number
}

/** @returns null where too little of its skin is seen */
async function prepareFace(
  env: ToolEnvironment,
  picture: Raster,
  { face, hair, largestPx }: GivenFace,
  pen: FacePen,
  { contrast, warmth }: SkinPaint,
): Promise<DrawnFace | null> {
  const isSmall = isSmallIn(face, picture)
  const seen = skinOfFace(env.kernels, picture, face, isSmall ? SMALL.sidePx : undefined, hair)
  if (seen === null) return null
  const frame = isSmall ? null : glassesOf(env.kernels, picture, face)
  const parts = drawnPartsOf(env.kernels, picture, face, seen, frame)
  const longPx = Math.max(picture.widthPx, picture.heightPx)
  const skin = faceSkinOf(env.kernels, seen, face, parts, face.widthPx < FAR * longPx)
  await env.checkpoint()
  const wanted = liftedSkin(seenTone(skin), warmth)
  const ownContrast = isSmall ? SMALL.contrast * contrast : contrast
  const lifted = paintedTones(skin, wanted, ownContrast, warmth)
  const glass = paintedGlassOf(seen, parts)
  const move = skinMoveOf(seen, skin, lifted, glass)
  const paintedAs = (by: SkinMove): PaintedFace => {
    const [base, tones] = [movedSkin(wanted, by), lifted.map((tone) => movedSkin(tone, by))]
    return { seen, skin, parts, frame, base, tones }
  }
  const first = paintedAs(move)
  const { beard, shade, isBearded } = shapesUnderPen(
    env.kernels,
    picture,
    face,
    first,
    pen,
    largestPx,
  )
  const weighed = [
    ...beard,
    ...shade,
    ...penShapes(picture, face, first, { ...pen, opened: OPENED }),
  ]
  const by = lighterUnder(move, lightOfStrokes(seen, skin, first.tones, weighed, glass))
  const { base, tones } = paintedAs({ ...move, light: move.light + by })
  const penned = penShapes(picture, face, { ...first, base, tones }, pen)
  const shapes = [...beard, ...lightened(shade, by), ...penned]
  return { face, skin, isSmall, base, tones, shapes, isBearded }
}

/** Shade goes with the skin on which it lies. @param by OKLab lightness */
const lightened = (shade: readonly Shape[], by: number): readonly Shape[] =>
  by === 0 ? shade : shade.map((shape) => ({ ...shape, colour: lighterRgb(shape.colour, by) }))

function lighterRgb([red, green, blue]: Shape['colour'], by: number): Rgb {
  const colour: OkLab = [0, 0, 0]
  toOkLab(red, green, blue, colour)
  return rgbOf([colour[0] + by, colour[1], colour[2]])
}

function paintedGlassOf(seen: SkinOfFace, { darkGlass }: DrawnParts): PaintedGlass | null {
  if (darkGlass?.glasses.glass === undefined) return null
  const { rims, glass } = darkGlass.glasses
  const { widthPx, heightPx } = seen.inside
  const { values } = maskOf(rims, widthPx, heightPx, placesIn(seen).toPlane)
  return { share: values, colour: glass }
}

/**
 * By how much of it a face comes nearer to its lit places, and by how much at most, OKLab; one that is not dark
 * comes so much lighter at least, as a face stands out from what lies about it by its light.
 */
const LIT = { share: 0.6, most: 0.02, least: 0.016, light: { from: 0.5, to: 0.65 } }

/** The tone by which people know a face: that of its lit places rather than the mean with all its shade. */
function seenTone({ tone, lit }: FaceSkin): OkLab {
  const least = LIT.least * smoothstep(LIT.light.from, LIT.light.to, tone[0])
  const by = Math.min(LIT.most, Math.max(least, LIT.share * (lit - tone[0])))
  return toned(tone, 1 + by / Math.max(0.05, tone[0]), 1)
}
