import type { Kernels } from '../../../../kernels/kernels.ts'
import { cropRaster, smoothstep } from '../../../../pixels/pixels.ts'
import { atShare } from '../../../../pixels/ranked.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import { boxAbout, faceOutline, maskOf } from '../../../face-points/face-outlines.ts'
import { type Point, pointsOf } from '../../../face-points/face-points.ts'
import { type FoundFace, scaledFace } from '../../../face-points/find-faces.ts'
import { ellipse } from '../../../face-points/shapes.ts'

/** How much lighter than a face's skin the white of an eye is, and a tooth. */
const LIGHTER = { from: 1.05, wholly: 1.35 }
const BARE = 0.6

/**
 * How light the white of an eye or a tooth is against the median of a face's skin, where one is seen in its light: of
 * pale skin by next to nothing, of the darkest by two and more. Less is no white, but one in the shade.
 */
const PALE = { from: 1.08, wholly: 1.2, until: 1.25, none: 1.45 }
/**
 * Where two whites agree, neither lies in a shade of its own: then pale skin is told from farther off.
 * Of 45 dark faces none has two such.
 */
const AGREE = {
  from: 1.15,
  wholly: 1.25,
  until: 1.36,
  none: 1.46,
  firstUntil: 1.45,
  firstNone: 1.58,
}
/** Two whites lighter than its skin by this are no shine on one: such skin is dark whatever its hue. Glass mirrors. */
const DARK = { from: 1.55, wholly: 1.85, glass: 0.5 }
/** Teeth lighter than its skin by this say it alone: who laughs shuts the eyes. */
const TEETH = { from: 1.95, wholly: 2.3 }
/** The same against what of the skin is lit: a white that is no lighter lies in the shade, and says nothing. */
const LIT = { from: 1, wholly: 1.02 }
/** A place is of an opening by more; fewer pixels say nothing; and how many of them are darker than its white. */
const SURE = 0.9
const LEAST_PX = 6
const WHITE_AT = 0.9
/** An iris with the dark about it. */
const IRIS = 1.1

type Side = 'right' | 'left'

const eyeOf = ({ points }: FoundFace, side: Side): Point[] => [
  ...pointsOf(points, `${side}UpperLid`),
  ...pointsOf(points, `${side}LowerLid`).toReversed(),
]

const mouthOf = ({ points }: FoundFace): Point[] => [
  ...pointsOf(points, 'mouthTop'),
  ...pointsOf(points, 'mouthBottom').toReversed(),
]

const from =
  ({ x: left, y: top }: Point) =>
  ({ x, y }: Point): Point => ({ x: x - left, y: y - top })

/** How sure it is that a face's skin itself is pale, or dark, 0..1. */
export interface KnownTone {
  readonly pale: number
  readonly dark: number
  /** How much lighter than its skin the lightest white in it is; 0 where none is seen. */
  readonly white: number
}

/**
 * Whether a face is pale or dark whatever the light on it: by the whites of its eyes and its teeth.
 * @param face in pixels of the picture
 * @param luma median of its skin
 * @param lit what of its skin is lit
 */
export function toneByWhites(
  kernels: Kernels,
  picture: Raster,
  face: FoundFace,
  { luma, lit }: Readonly<Record<'luma' | 'lit', number>>,
): KnownTone {
  const irisOf = (side: Side) => {
    const { centre, radiusPx } = face.points[`${side}Iris`]
    return ellipse(centre, IRIS * radiusPx, IRIS * radiusPx, 0)
  }
  const teeth = whiteIn(kernels, picture, mouthOf(face), [])
  const whites = [
    whiteIn(kernels, picture, eyeOf(face, 'right'), irisOf('right')),
    whiteIn(kernels, picture, eyeOf(face, 'left'), irisOf('left')),
    teeth,
  ]
  const [white = 0, second = 0] = whites.toSorted((a, b) => b - a)
  const lighter = white / Math.max(0.02, luma)
  const less = second / Math.max(0.02, luma)
  const isSeen = face.points.glasses.any < DARK.glass
  const byOne =
    isLit(white, lit) *
    smoothstep(PALE.from, PALE.wholly, lighter) *
    (1 - smoothstep(PALE.until, PALE.none, lighter))
  const byTwo =
    isLit(second, lit) *
    smoothstep(AGREE.from, AGREE.wholly, less) *
    (1 - smoothstep(AGREE.until, AGREE.none, less)) *
    (1 - smoothstep(AGREE.firstUntil, AGREE.firstNone, lighter))
  return {
    pale: Math.max(byOne, byTwo),
    dark: Math.max(
      isSeen ? smoothstep(DARK.from, DARK.wholly, less) : 0,
      smoothstep(TEETH.from, TEETH.wholly, teeth / Math.max(0.02, luma)),
    ),
    white: lighter,
  }
}

const isLit = (white: number, lit: number): number =>
  smoothstep(LIT.from, LIT.wholly, white / Math.max(0.02, lit))

/** Luma of what is lightest in an outline but in another; 0 where too little is in it. */
function whiteIn(
  kernels: Kernels,
  picture: Raster,
  outline: readonly Point[],
  but: readonly Point[],
): number {
  const box = boxAbout(outline, 1, picture)
  if (box.width < 1 || box.height < 1) return 0
  const covered = (of: readonly Point[]) => maskOf([of], box.width, box.height, from(box)).values
  const [inside, less] = [covered(outline), but.length === 0 ? null : covered(but)]
  const luma = kernels.luma(cropRaster(picture, box)).values
  const found = Array.from(luma.filter((_, i) => (inside[i] as number) - (less?.[i] ?? 0) > SURE))
  return found.length < LEAST_PX ? 0 : atShare(found, WHITE_AT)
}

/**
 * Where the tone of skin lies on the paper: a face with its features, but teeth and the whites of its eyes, which
 * would be grey.
 * @param luma of the copy that `share` and `bare` are of
 * @param scale that copy's size against the picture's
 * @param faces in pixels of the picture
 */
export function withoutWhites(
  { share, bare }: Readonly<Record<'share' | 'bare', FloatPlane>>,
  luma: FloatPlane,
  faces: readonly FoundFace[],
  scale: number,
): FloatPlane {
  const { widthPx } = share
  const values = share.values.slice()
  for (const face of faces) {
    const own = scaledFace(face, scale)
    const box = boxAbout(faceOutline(own), 0, share)
    if (box.width < 1 || box.height < 1) continue
    const openings = [eyeOf(own, 'right'), eyeOf(own, 'left'), mouthOf(own)]
    const mask = maskOf(openings, box.width, box.height, from(box)).values
    const placeOf = (i: number) =>
      (box.y + Math.floor(i / box.width)) * widthPx + box.x + (i % box.width)
    let [sum, count] = [0, 1e-6]
    for (let i = 0; i < mask.length; i++) {
      const at = placeOf(i)
      if ((bare.values[at] as number) < BARE) continue
      sum += luma.values[at] as number
      count++
    }
    const light = Math.max(0.02, sum / count)
    for (let i = 0; i < mask.length; i++) {
      if (mask[i] === 0) continue
      const at = placeOf(i)
      const lighter = (luma.values[at] as number) / light
      const white = smoothstep(LIGHTER.from, LIGHTER.wholly, lighter)
      values[at] = (values[at] as number) * (1 - (mask[i] as number) * white)
    }
  }
  return { ...share, values }
}
