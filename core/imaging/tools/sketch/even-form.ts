import { type Box, smoothstep } from '../../../pixels/pixels.ts'
import { atShare } from '../../../pixels/ranked.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'
import { PointSampler, RowSampler } from '../../../pixels/sample-rows.ts'
import { boxAbout, faceOutline } from '../../face-points/face-outlines.ts'
import type { Point } from '../../face-points/face-points.ts'
import type { FoundFace } from '../../face-points/find-faces.ts'
import { contains } from '../../face-points/samples.ts'
import type { Skin } from './skin.ts'

/** Where in a face's shades its ground lies, and its form: what is darker has strokes. */
const GROUND_AT = 0.25
const FORM_AT = 0.94
/** The shade of a ground as faces have it in a mild light. */
const GROUND = 0.122
/** How far a face's own are brought there: a hard light stays harder, a soft one softer. */
const STRETCH = { least: 0.75, most: 1.5 }
const SHIFT_MOST = 0.06
/** Skin as near as this to a nose, in face widths, is shaded as its face is. */
const REACH = { wholly: 1, none: 1.8 }
/** Shades are looked at in so many places of a face, at the most; fewer than the least say nothing. */
const LOOKED_AT = 5000
const LEAST = 60
const BARE = 0.6

/** How dark a hand shades form, by how dark skin is: a plane of it, and the shades of the lightest and of the darkest. */
export interface FormShades {
  /** In any light, or in the photo. */
  readonly by: 'deep' | 'tone'
  readonly lightest: number
  readonly darkest: number
}

/** How a face's shades are changed: `ground + (shade - from) * stretch`. */
interface Change {
  readonly face: FoundFace
  readonly from: number
  readonly ground: number
  readonly stretch: number
}

/**
 * Gives every face's skin as much form, whatever its tone: its shades keep their order, but as much of each face is
 * darker than its own ground by what a hand draws. One light for all does not do that: skin that shines has
 * long lights and short shades, pale skin the other way about.
 * @param faces in pixels of the shading
 */
export function evenForm(
  shading: FloatPlane,
  skin: Pick<Skin, 'bare' | 'deep' | 'tone'> | null,
  faces: readonly FoundFace[],
  { by, lightest, darkest }: FormShades,
): void {
  if (skin === null) return
  const dark = new PointSampler(skin[by], shading.widthPx, shading.heightPx)
  const bare = new RowSampler(skin.bare, shading.widthPx, shading.heightPx)
  const changes = faces.flatMap((face) => {
    const { x, y } = noseIn(face, shading)
    return changeOf(shading, bare, face, lightest + (darkest - lightest) * dark.at(x, y)) ?? []
  })
  // All are looked at before one is changed: they may touch.
  for (const change of changes) apply(shading, bare, change, faces)
}

/** @param wanted shade of its form */
function changeOf(
  shading: FloatPlane,
  bare: RowSampler,
  face: FoundFace,
  wanted: number,
): Change | null {
  const oval = faceOutline(face)
  const box = boxAbout(oval, 0, shading)
  if (box.width < 2 || box.height < 2) return null
  const step = Math.max(1, Math.floor(Math.sqrt((box.width * box.height) / LOOKED_AT)))
  const bares = bare.part(box).values
  const shades: number[] = []
  for (let y = 0; y < box.height; y += step) {
    for (let x = 0; x < box.width; x += step) {
      if ((bares[y * box.width + x] as number) < BARE) continue
      if (!contains(oval, box.x + x, box.y + y)) continue
      shades.push(shading.values[(box.y + y) * shading.widthPx + box.x + x] as number)
    }
  }
  if (shades.length < LEAST) return null
  const [from, form] = [atShare(shades, GROUND_AT), atShare(shades, FORM_AT)]
  const own = (wanted - GROUND) / Math.max(0.02, form - from)
  const stretch = Math.min(STRETCH.most, Math.max(STRETCH.least, own))
  const ground = from + Math.min(SHIFT_MOST, Math.max(-SHIFT_MOST, GROUND - from))
  return { face, from, ground, stretch }
}

function apply(
  shading: FloatPlane,
  bare: RowSampler,
  { face, from, ground, stretch }: Change,
  faces: readonly FoundFace[],
): void {
  const nose = noseOf(face)
  const box = boxAbout([nose], REACH.none * face.widthPx, shading)
  const bares = bare.part(box).values
  const others = faces.filter((other) => other !== face && isBeside(other, box))
  const [far, near] = [REACH.none * face.widthPx, REACH.wholly * face.widthPx]
  // Each pixel asks: squares are compared, and roots taken in between alone.
  for (let row = 0; row < box.height; row++) {
    const y = box.y + row
    const down = (y - nose.y) ** 2
    for (let column = 0; column < box.width; column++) {
      const skinny = bares[row * box.width + column] as number
      if (skinny === 0) continue
      const x = box.x + column
      const squared = down + (x - nose.x) * (x - nose.x)
      if (squared >= far * far) continue
      if (others.length > 0 && isNearer(others, x, y, Math.sqrt(squared) / face.widthPx)) continue
      const much =
        squared <= near * near ? skinny : skinny * (1 - smoothstep(near, far, Math.sqrt(squared)))
      const at = y * shading.widthPx + x
      const own = shading.values[at] as number
      const changed = Math.min(1, Math.max(0, ground + (own - from) * stretch))
      shading.values[at] = own + (changed - own) * much
    }
  }
}

const isNearer = (others: readonly FoundFace[], x: number, y: number, away: number): boolean =>
  others.some((other) => awayFrom(other, x, y) < away)

const noseOf = ({ points }: FoundFace) => points.points[4] ?? { x: 0, y: 0 }

/** The pixel of a face's nose, or the nearest to it that a plane has. */
export function noseIn(face: FoundFace, { widthPx, heightPx }: FloatPlane): Point {
  const { x, y } = noseOf(face)
  return {
    x: Math.min(widthPx - 1, Math.max(0, Math.round(x))),
    y: Math.min(heightPx - 1, Math.max(0, Math.round(y))),
  }
}

function awayFrom(face: FoundFace, x: number, y: number): number {
  const nose = noseOf(face)
  const [across, down] = [x - nose.x, y - nose.y]
  return Math.sqrt(across * across + down * down) / Math.max(1, face.widthPx)
}

/** Whether a face's skin may lie in a box. */
function isBeside(face: FoundFace, { x, y, width, height }: Box): boolean {
  const nose = noseOf(face)
  const reach = REACH.none * face.widthPx
  const isAcross = nose.x > x - reach && nose.x < x + width + reach
  return isAcross && nose.y > y - reach && nose.y < y + height + reach
}
