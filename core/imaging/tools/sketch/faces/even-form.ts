import { type Box, smoothstep } from '../../../../pixels/pixels.ts'
import { atShare } from '../../../../pixels/ranked.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { RowSampler } from '../../../../pixels/sample-rows.ts'
import { boxAbout, faceOutline } from '../../../face-points/face-outlines.ts'
import type { Point } from '../../../face-points/face-points.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import { contains } from '../../../face-points/samples.ts'
import { perhapsBeardOf } from '../skin/beard.ts'
import type { WornGlasses } from './glasses.ts'
import { type Places, STRIDES, type Trial } from './tried-form.ts'

/** Where in a face's shades its ground lies. */
const GROUND_AT = 0.25
/** The shade of a ground as faces have it in a mild light. */
const GROUND = 0.122
/** How far a face's own are stretched at the most: a soft light stays softer. */
const STRETCH_MOST = 1.6
const SHIFT_MOST = 0.06
/** So often the way between the least and the most is halved. */
const HALVED = 5
/** Skin as near as this to a nose, in face widths, is shaded as its face is. */
const REACH = { wholly: 1, none: 1.8 }
/** Shades are looked at in so many places of a face, at the most; fewer than the least say nothing. */
const LOOKED_AT = 3000
const LEAST = 60
const BARE = 0.6

export interface FormWanted {
  /** Share of a face's bare skin that is to be drawn darker than the face's own ground. */
  readonly wanted: number
  /** How far its shades are drawn together at the most: a hard light stays harder. */
  readonly leastStretch: number
}

/** A hand that draws skin. */
export interface HandOnSkin extends FormWanted {
  readonly trialOf: (places: Places) => Trial
}

/** A face, and the glasses that it wears. */
type FaceWithGlasses = FoundFace & { readonly glasses?: WornGlasses | null }

/** How a face's shades are changed: `ground + (shade - from) * stretch`. */
interface Change {
  readonly face: FoundFace
  readonly from: number
  readonly ground: number
  readonly stretch: number
}

/**
 * Gives every face's skin as much form, whatever its tone: its shades keep their order, but are stretched about its own
 * ground until the hand, tried on them, draws as much of each face darker than that ground. One light for all
 * does not do that: skin that shines has long lights and short shades, pale skin the other way about, and a
 * dark ground hides what is faint.
 * @param skin where it is bare, in a copy
 * @param faces in pixels of the shading
 */
export function evenForm(
  shading: FloatPlane,
  skin: FloatPlane,
  faces: readonly FaceWithGlasses[],
  hand: HandOnSkin,
): void {
  const bare = new RowSampler(skin, shading.widthPx, shading.heightPx)
  const changes = faces.flatMap((face) => changeOf(shading, bare, face, hand) ?? [])
  // All are looked at before one is changed: they may touch.
  for (const change of changes) apply(shading, bare, change, faces)
}

function changeOf(
  shading: FloatPlane,
  bare: RowSampler,
  face: FaceWithGlasses,
  { wanted, leastStretch, trialOf }: HandOnSkin,
): Change | null {
  const places = placesOf(shading, bare, face)
  if (places.at.length < LEAST) return null
  const shades = places.at.map((at) => shading.values[at] as number)
  const from = atShare(shades, GROUND_AT)
  const ground = from + Math.min(SHIFT_MOST, Math.max(-SHIFT_MOST, GROUND - from))
  const trial = trialOf(places)
  const formAt = (stretch: number) =>
    trial(Float32Array.from(shades, (own) => changedTo({ from, ground, stretch }, own)))
  return { face, from, ground, stretch: stretchFor(wanted, leastStretch, formAt) }
}

/** The stretch at which a hand draws as much form as is wanted, or as near to it as may be. */
function stretchFor(
  wanted: number,
  leastStretch: number,
  formAt: (stretch: number) => number,
): number {
  const triedAt = (stretch: number) => ({ stretch, form: formAt(stretch) })
  let [least, most] = [triedAt(leastStretch), triedAt(STRETCH_MOST)]
  if (least.form >= wanted) return least.stretch
  if (most.form <= wanted) return most.stretch
  for (let i = 0; i < HALVED; i++) {
    const tried = triedAt((least.stretch + most.stretch) / 2)
    if (tried.form < wanted) least = tried
    else most = tried
  }
  // Between both, not the middle: photos that differ by a decoder's rounding are to be drawn alike.
  const part = (wanted - least.form) / (most.form - least.form)
  return least.stretch + part * (most.stretch - least.stretch)
}

const changedTo = ({ from, ground, stretch }: Omit<Change, 'face'>, own: number): number =>
  Math.min(1, Math.max(0, ground + (own - from) * stretch))

/**
 * Some of the places at which a face shows bare skin. What is dark in a beard, in stubble or in tinted glass is no form of
 * the skin: taken for it, it would use up the form that is wanted, and leave cheeks and brow without.
 */
function placesOf(shading: FloatPlane, bare: RowSampler, face: FaceWithGlasses): Places {
  const { widthPx, heightPx } = shading
  const { x: noseX, y: noseY } = noseIn(face, shading)
  const size = { widthPx, heightPx, middle: noseY * widthPx + noseX }
  const oval = faceOutline(face)
  const box = boxAbout(oval, 0, shading)
  const at: number[] = []
  if (box.width < 2 || box.height < 2) return { ...size, at }
  const step = Math.max(1, Math.floor(Math.sqrt((box.width * box.height) / LOOKED_AT)))
  const bares = bare.part(box).values
  const hairAt = perhapsBeardOf(face)
  const glass = face.glasses?.isDark === true ? face.glasses.rims : []
  for (let y = 0; y < box.height; y += step) {
    for (let x = 0; x < box.width; x += step) {
      if ((bares[y * box.width + x] as number) < BARE) continue
      const [u, v] = [box.x + x, box.y + y]
      if (!contains(oval, u, v) || glass.some((rim) => contains(rim, u, v))) continue
      // As many places are left out as hair is likely, evenly spread: what is likely by half weighs half. By where they
      // lie, not counted: one place more or less, as decoders round, is not to change all after it.
      if (hairAt(u, v) > (u * STRIDES.stroke + v * STRIDES.cross) % 1) continue
      at.push(v * widthPx + u)
    }
  }
  return { ...size, at }
}

function apply(
  shading: FloatPlane,
  bare: RowSampler,
  change: Change,
  faces: readonly FoundFace[],
): void {
  const { face } = change
  const nose = noseOf(face)
  const box = boxAbout([nose], REACH.none * face.widthPx, shading)
  const bares = bare.part(box).values
  const others = faces.filter((other) => other !== face && isBeside(other, box))
  const [far, near] = [REACH.none * face.widthPx, REACH.wholly * face.widthPx]
  // Each pixel asks: squares are compared, and roots taken in between alone.
  const applyRow = (row: number) => {
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
      const changed = changedTo(change, own)
      shading.values[at] = own + (changed - own) * much
    }
  }
  for (let row = 0; row < box.height; row++) applyRow(row)
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
