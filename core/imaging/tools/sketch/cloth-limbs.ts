import type { Kernels } from '../../../kernels/kernels.ts'
import { type Piece, piecesOf } from '../../../pixels/pieces.ts'
import { createFloatPlane, smoothstep } from '../../../pixels/pixels.ts'
import { median } from '../../../pixels/ranked.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'
import type { LabPlanes } from '../../face-points/skin-likeness.ts'
import type { FoundSkin } from './skin-places.ts'

/** Less of a limb than this is its edge; a piece that is smaller than this share of a picture is none. */
const LIMB = 0.25
const SMALLEST = 0.0005
const MEASURED = 1000
/** Angle of a hue from red to yellow, in degrees, from which it is khaki, and by how much it is more than the face's own. */
const KHAKI = { from: 63, wholly: 65.5, moreFrom: 4, moreWholly: 6.5 }
/** Radius in face widths, of what is broader than a thigh. */
const BROAD = { from: 0.58, wholly: 0.68 }
/** How near to the face it begins, in its widths: two thighs side by side lie lower. */
const TRUNK = { wholly: 4.4, none: 5.4 }
/** How strong its colour is against the face's: bare skin of a trunk is as strong. */
const WEAKER = { wholly: 0.75, none: 0.88 }
/** Lightness under which hues are noise. */
const SEEN = { none: 0.28, wholly: 0.36 }
/** Skin within cloth, a hand: how far on the way from the face's hue to the cloth's a pixel is cloth. */
const ON_THE_WAY = { from: 0.05, wholly: 0.3 }
/** The rim of cloth goes with it. */
const RIM_PX = 1.5
const RIM = 2.5

/** What cloth is told by. */
interface SeenCloth {
  readonly lab: LabPlanes
  /** How far a pixel is from the face that is nearest, in its widths; how wide that is in pixels, and its hue. */
  readonly away: (x: number, y: number) => number
  readonly facePx: (x: number, y: number) => number
  readonly hue: (x: number, y: number) => Hue
}

/** Red and yellow of OKLab against lightness. */
type Hue = readonly [red: number, yellow: number]

/**
 * Takes from limbs, in place, what is cloth of nearly skin's hue: khaki trousers, and a coat or a skirt that is broader than any limb
 * and fainter than skin. Lit as skin they would be white beside cloth that is hatched.
 * @param limbs how much of each place is a limb far from its face
 */
export function withoutCloth(
  kernels: Kernels,
  limbs: FloatPlane,
  { share, bare }: Pick<FoundSkin, 'share' | 'bare'>,
  seen: SeenCloth,
): void {
  const cloth = clothIn(limbs, seen)
  if (cloth === null) return
  const rim = kernels.gaussian(cloth, RIM_PX).values
  for (let at = 0; at < rim.length; at++) {
    const limb = limbs.values[at] as number
    if (limb === 0) continue
    const isRim = limb < LIMB
    const less = isRim ? Math.min(1, RIM * (rim[at] as number)) : (cloth.values[at] as number)
    if (less === 0) continue
    const left = limb * (1 - less)
    for (const plane of [share.values, bare.values])
      if ((plane[at] as number) <= limb) plane[at] = Math.min(plane[at] as number, left)
    limbs.values[at] = left
  }
}

/** How much each place of limbs is cloth; null where none is. */
function clothIn(limbs: FloatPlane, seen: SeenCloth): FloatPlane | null {
  const { widthPx, heightPx, values } = limbs
  const cloth = createFloatPlane(widthPx, heightPx)
  let isSome = false
  for (const piece of piecesOf(limbs, LIMB)) {
    if (piece.pixels.length < SMALLEST * values.length) continue
    const first = piece.pixels[0] as number
    const place = [first % widthPx, Math.floor(first / widthPx)] as const
    const [own, face] = [hueOf(seen.lab, piece), seen.hue(...place)]
    const sure = clothOf(piece, widthPx, seen, own, face)
    if (sure === 0) continue
    isSome = true
    for (const at of piece.pixels)
      cloth.values[at] = sure * onTheWay(hueAt(seen.lab, at), face, own.hue)
  }
  return isSome ? cloth : null
}

/** How sure it is that a piece is cloth, 0..1. */
function clothOf(
  piece: Piece,
  widthPx: number,
  seen: SeenCloth,
  { hue, light }: ReturnType<typeof hueOf>,
  face: Hue,
): number {
  const angle = angleOf(hue)
  const khaki =
    smoothstep(KHAKI.from, KHAKI.wholly, angle) *
    smoothstep(KHAKI.moreFrom, KHAKI.moreWholly, angle - angleOf(face))
  const strength = Math.hypot(...hue) / Math.max(1e-3, Math.hypot(...face))
  const fainter = 1 - smoothstep(WEAKER.wholly, WEAKER.none, strength)
  const trunk = fainter === 0 ? 0 : fainter * trunkOf(piece, widthPx, seen)
  return Math.max(khaki, trunk) * smoothstep(SEEN.none, SEEN.wholly, light)
}

/** How much a piece is too broad, and begins too near to the face, for a limb. */
function trunkOf(piece: Piece, widthPx: number, { away, facePx }: SeenCloth): number {
  const placeOf = (at: number) => [at % widthPx, Math.floor(at / widthPx)] as const
  const nearest = Math.min(...some(piece.pixels).map((at) => away(...placeOf(at))))
  const near = 1 - smoothstep(TRUNK.wholly, TRUNK.none, nearest)
  if (near === 0) return 0
  const face = Math.max(1, facePx(...placeOf(piece.pixels[0] as number)))
  return near * smoothstep(BROAD.from, BROAD.wholly, radiusOf(piece, widthPx) / face)
}

/** How far the innermost pixel of a piece lies from its edge, by rows and columns. */
function radiusOf({ pixels }: Piece, widthPx: number): number {
  const away = new Map<number, number>()
  const ordered = pixels.toSorted()
  for (const at of ordered)
    away.set(at, 1 + Math.min(away.get(at - 1) ?? 0, away.get(at - widthPx) ?? 0))
  let most = 0
  for (const at of ordered.toReversed()) {
    const after = 1 + Math.min(away.get(at + 1) ?? 0, away.get(at + widthPx) ?? 0)
    const own = Math.min(away.get(at) ?? 0, after)
    away.set(at, own)
    most = Math.max(most, own)
  }
  return most
}

const angleOf = ([red, yellow]: Hue): number => (Math.atan2(yellow, red) * 180) / Math.PI

/** How far a hue is from a face's to a cloth's, 0..1. */
function onTheWay([red, yellow]: Hue, face: Hue, cloth: Hue): number {
  const way = [cloth[0] - face[0], cloth[1] - face[1]] as const
  const gone = (red - face[0]) * way[0] + (yellow - face[1]) * way[1]
  const { from, wholly } = ON_THE_WAY
  return smoothstep(from, wholly, gone / Math.max(1e-6, way[0] ** 2 + way[1] ** 2))
}

/** Some of a piece's pixels, evenly spread. */
function some(pixels: Int32Array): number[] {
  const step = Math.max(1, Math.floor(pixels.length / MEASURED))
  return Array.from({ length: Math.ceil(pixels.length / step) }, (_, k) => pixels[k * step] ?? 0)
}

function hueAt({ light, a, b }: LabPlanes, at: number): Hue {
  const own = Math.max(0.08, light[at] as number)
  return [(a[at] as number) / own, (b[at] as number) / own]
}

/** Median hue and lightness of a piece. */
function hueOf(lab: LabPlanes, { pixels }: Piece): { readonly hue: Hue; readonly light: number } {
  const measured = some(pixels)
  const hues = measured.map((at) => hueAt(lab, at))
  return {
    hue: [median(hues.map(([red]) => red)), median(hues.map(([, yellow]) => yellow))],
    light: median(measured.map((at) => lab.light[at] as number)),
  }
}
