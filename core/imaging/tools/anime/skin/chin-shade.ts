import type { OkLab } from '../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { moved } from '../../../face-points/face-lines.ts'
import { pointsOf } from '../../../face-points/face-points.ts'
import { type FoundFace, scaledFace } from '../../../face-points/find-faces.ts'
import { contains } from '../../../face-points/samples.ts'
import type { Cel } from '../cel.ts'
import type { DrawnFace } from '../faces/draw-faces.ts'
import { bearsColour } from '../faces/skin/lifted-skin.ts'
import { warmShade } from '../faces/skin/warm-shade.ts'
import type { OkLabPicture } from '../study.ts'
import { chinFrameOf } from './chin-frame.ts'
import { LINE, lineStrength } from './hand-lines.ts'
import { DARKEST, darkestShade, isShadeOf, likenessOf, type SkinOfBody } from './skin-of-body.ts'

/** How far below the jaw its shade reaches and how far aside, face widths; its colour against the skin's. */
const SHADE = { below: 0.19, aside: 0.38, chroma: 0.97 }
/** It lies so far below the skin at most, OKLab: on light skin the same share would be a brown band. */
const DEEPEST = 0.15
/** Its colour against its light is so many times the skin's at most, in a dark face and in a light one: it would be orange. */
const STRONG = { dark: 1.35, light: 1.8, from: 0.52, to: 0.72 }
/** How much of the warmth of a face's shade it has: on a whole neck it would be orange. */
const WARMTH = 0.25
/** A neck is so light against the face; a darker one has the photo's own shade. */
const NECK = { least: 0.8, most: 1.3 }
/** A darker cell that lies under a jaw for the most part is its shade, however little colour the dark has: it would be a black collar. */
const CAST = { within: 0.55, faintest: 0.025 }
/** The jaw of a face that is turned further is a guess. */
const FRONTAL_MIN = 0.12

/**
 * Paints the shade that a jaw casts on its neck, where the photo's own light leaves none: without it a face
 * runs into its neck, and in a small picture no face can be told.
 * @param person where people are, 0..1, as large as the cel; null where nobody was looked for
 * @param lines of the picture, 1 paper to 0 line, as large as the cel
 * @param fine the photo's colours
 * @param scale of the cel
 */
export function shadeUnderChins(
  cel: Cel,
  faces: readonly DrawnFace[],
  person: FloatPlane | null,
  lines: FloatPlane,
  fine: OkLabPicture,
  scale: number,
): void {
  const sizes = cel.sizes()
  const scaled = faces.map(({ face }) => scaledFace(face, scale))
  faces.forEach((drawn, k) => {
    const face = scaled[k]
    if (face === undefined || drawn.isBearded || face.frontal < FRONTAL_MIN) return
    const isSeen = isJawSeen(drawn)
    if (isHandUnder(cel, lines, face, isSeen)) return
    const others = scaled.filter((other) => other !== face).map(ovalOf)
    const { base } = drawn
    const cell = cel.newCells(1)
    const shade = shadeOn(base, darkestShade({ tone: base, pale: drawn.skin.pale }, DEEPEST))
    const { lightness, a, b } = cel.colours
    const dark: number[] = []
    const paint = (at: number) => {
      cel.set(at, cell, shade[0], shade[1], shade[2])
      cel.bare[at] = 1
    }
    eachUnderJaw(face, isSeen, cel, (at, x, y) => {
      if (person !== null && (person.values[at] as number) < 0.5) return
      const own = lightness[at] as number
      if (own > NECK.most * base[0] || others.some((oval) => contains(oval, x, y))) return
      if (own < NECK.least * base[0]) dark.push(at)
      else if (likenessOf([own, a[at] as number, b[at] as number], base) > 0) paint(at)
    })
    for (const at of castOn(cel, dark, sizes, fine, { tone: base, pale: drawn.skin.pale }))
      paint(at)
  })
}

/** Those of some dark places under a jaw that are its shade, as the cells are in which they lie. */
function castOn(
  cel: Cel,
  dark: readonly number[],
  sizes: Uint32Array,
  { lightness, a, b }: OkLabPicture,
  skin: Pick<SkinOfBody, 'tone' | 'pale'>,
): readonly number[] {
  const placesOf = new Map<number, number[]>()
  for (const at of dark) {
    const cell = cel.cells[at] as number
    const places = placesOf.get(cell) ?? []
    if (places.length === 0) placesOf.set(cell, places)
    places.push(at)
  }
  return [...placesOf].flatMap(([cell, places]) => {
    if (places.length < CAST.within * (sizes[cell] ?? 0)) return []
    const meanOf = (plane: Float32Array) =>
      places.reduce((sum, at) => sum + (plane[at] as number), 0) / places.length
    const colour: OkLab = [meanOf(lightness), meanOf(a), meanOf(b)]
    return isShadeOf(colour, skin, CAST.faintest) ? places : []
  })
}

/** The colour of the shade on skin. @param darker its light against the skin's */
export function shadeOn([light, a, b]: OkLab, darker: number): OkLab {
  const chroma = 1 - (1 - SHADE.chroma) * Math.min(1, (1 - darker) / (1 - DARKEST.share))
  const own: OkLab = [light * darker, a * chroma, b * chroma]
  const warm = warmShade(own, light * (1 - darker), WARMTH * bearsColour([light, a, b]))
  const share = smoothstep(STRONG.from, STRONG.to, light)
  const most = (STRONG.dark + (STRONG.light - STRONG.dark) * share) * darker * Math.hypot(a, b)
  const by = Math.min(1, most / Math.max(1e-6, Math.hypot(warm[1], warm[2])))
  return [warm[0], warm[1] * by, warm[2] * by]
}

const ovalOf = (face: FoundFace) => pointsOf(face.points, 'faceOval')

/** How far inside its jaw a face is looked at, face widths, and what share of skin there is a hand or hair. */
const SEEN = { inside: 0.06, least: 0.5 }

/** Of each point of a jaw whether the face's skin reaches it: what lies before a jaw lies in no shade of it. */
function isJawSeen({ face, skin: { box, share } }: DrawnFace): boolean[] {
  return pointsOf(face.points, 'jaw').map((p) => {
    const { x, y } = moved(p, face, 0, -SEEN.inside * face.widthPx)
    const u = Math.floor(((x - box.x) * share.widthPx) / box.width)
    const v = Math.floor(((y - box.y) * share.heightPx) / box.height)
    return (share.values[v * share.widthPx + u] ?? 0) > SEEN.least
  })
}

/**
 * So much of what lies under the chin of a face that is so wide against the picture's longer side is lines: no neck
 * has as many, but fingers. In a smaller face lines lie close on any neck.
 */
const FINGERS = { share: 0.035, near: 0.16 }

/** Whether a hand lies under a chin. */
function isHandUnder(
  cel: Cel,
  { values }: FloatPlane,
  face: FoundFace,
  isSeen: readonly boolean[],
): boolean {
  if (face.widthPx < FINGERS.near * Math.max(cel.widthPx, cel.heightPx)) return false
  let [all, lined] = [0, 0]
  eachUnderJaw(face, isSeen, cel, (at) => {
    all++
    const lightness = cel.colours.lightness[at] as number
    if (lineStrength(values[at] as number, lightness) > LINE.from) lined++
  })
  return lined > FINGERS.share * all
}

/** Calls `visit` with each pixel that lies close below the line of a jaw. */
function eachUnderJaw(
  face: FoundFace,
  isSeen: readonly boolean[],
  { widthPx, heightPx }: Pick<Cel, 'widthPx' | 'heightPx'>,
  visit: (at: number, x: number, y: number) => void,
): void {
  const { uAt, vAt } = chinFrameOf(face)
  const jaw = pointsOf(face.points, 'jaw')
  const line = jaw
    .map(({ x, y }, k) => ({ u: uAt(x, y), v: vAt(x, y), isSeen: isSeen[k] === true }))
    .toSorted((one, other) => one.u - other.u)
  const jawAt = (u: number): number | null => {
    const next = line.findIndex((p) => p.u > u)
    const [left, right] = [line[next - 1], line[next]]
    if (left === undefined || right === undefined) return null
    if (!left.isSeen || !right.isSeen) return null
    return left.v + ((right.v - left.v) * (u - left.u)) / Math.max(1e-6, right.u - left.u)
  }
  const reachPx = SHADE.below * face.widthPx
  const [xs, ys] = [jaw.map(({ x }) => x), jaw.map(({ y }) => y)]
  const [left, right] = [Math.min(...xs) - reachPx, Math.max(...xs) + reachPx]
  const [top, bottom] = [Math.min(...ys) - reachPx, Math.max(...ys) + reachPx]
  for (let py = Math.max(0, Math.floor(top)); py < Math.min(heightPx, bottom); py++) {
    for (let px = Math.max(0, Math.floor(left)); px < Math.min(widthPx, right); px++) {
      const x = px + 0.5
      const y = py + 0.5
      const u = uAt(x, y)
      if (Math.abs(u) > SHADE.aside) continue
      const from = jawAt(u)
      const v = vAt(x, y)
      if (from !== null && v > from && v < from + SHADE.below) visit(py * widthPx + px, x, y)
    }
  }
}
