import {
  browLine,
  drawnLids,
  jawLine,
  mouthLines,
  sides,
} from '#core/imaging/face-points/face-lines.ts'
import { placedFrom, underNose } from '#core/imaging/face-points/face-places.ts'
import { type Point, pointsOf } from '#core/imaging/face-points/face-points.ts'
import type { FoundFace } from '#core/imaging/face-points/find-faces.ts'
import type { HairSeen } from '#core/imaging/face-points/hair-on-face.ts'
import { skinOfFace } from '#core/imaging/face-points/skin-of-face.ts'
import type { FaceWarp } from '#core/imaging/tools/anime/faces/warp/face-warp.ts'
import { type OkLab, toOkLab } from '#core/pixels/oklab.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { kernels } from '../fixtures/kernels.ts'

/** Side of the windows, and the range of OKLab lightness in one that is flat. */
const WINDOW = 7
const FLAT = 0.01

export function lightnessOf({ widthPx, heightPx, rgba }: Raster): Float32Array {
  const values = new Float32Array(widthPx * heightPx)
  const colour: OkLab = [0, 0, 0]
  for (let at = 0; at < values.length; at++) {
    toOkLab(rgba[at * 4] ?? 0, rgba[at * 4 + 1] ?? 0, rgba[at * 4 + 2] ?? 0, colour)
    values[at] = colour[0]
  }
  return values
}

/** Which windows are flat, by their middle: 1 flat, 0 not, 2 too near the edge to say. */
export function flatWindows({ widthPx, heightPx }: Raster, lightness: Float32Array): Uint8Array {
  const reach = WINDOW >> 1
  const across = { low: lightness.slice(), high: lightness.slice() }
  for (let y = 0; y < heightPx; y++) {
    for (let x = reach; x < widthPx - reach; x++) {
      const part = lightness.subarray(y * widthPx + x - reach, y * widthPx + x + reach + 1)
      across.low[y * widthPx + x] = Math.min(...part)
      across.high[y * widthPx + x] = Math.max(...part)
    }
  }
  const flat = new Uint8Array(lightness.length).fill(2)
  for (let y = reach; y < heightPx - reach; y++) {
    for (let x = reach; x < widthPx - reach; x++) {
      let [low, high] = [1, 0]
      for (let dy = -reach; dy <= reach; dy++) {
        const at = (y + dy) * widthPx + x
        low = Math.min(low, across.low[at] ?? 0)
        high = Math.max(high, across.high[at] ?? 0)
      }
      flat[y * widthPx + x] = high - low < FLAT ? 1 : 0
    }
  }
  return flat
}

/** The share of flat windows of those whose middle is wanted. */
export function flatShare(flat: Uint8Array, isWanted: (at: number) => boolean): number {
  let [known, good] = [0, 0]
  flat.forEach((value, at) => {
    if (value === 2 || !isWanted(at)) return
    known++
    good += value
  })
  return good / Math.max(1, known)
}

/** Fewer pixels of skin say nothing of a face. */
const SKIN_PIXELS_MIN = 60

/** Cheeks and nose, from under the nose: so far up and aside, face widths. */
const CHEEKS = { above: 0.2, aside: 0.3 }

/** Pixels of a picture where a face has bare skin. */
export interface SkinPixels {
  readonly all: readonly number[]
  /** Those of cheeks and nose, where the points alone say that there is no hair. */
  readonly cheeks: readonly number[]
}

/**
 * Where in a picture bare skin of a face is; null where too little of it shows.
 * @param hair where it is no skin, however like it is in colour
 */
export function skinPixels(
  face: FoundFace,
  picture: Raster,
  hair: HairSeen | null,
): SkinPixels | null {
  const seen = skinOfFace(kernels, picture, face, undefined, hair)
  if (seen === null) return null
  const { box, skin, inside } = seen
  const placed = placedFrom(face, underNose(face))
  const [all, cheeks]: [number[], number[]] = [[], []]
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) {
      const column = Math.floor(((x + 0.5 - box.x) * skin.widthPx) / box.width)
      const row = Math.floor(((y + 0.5 - box.y) * skin.heightPx) / box.height)
      const at = row * skin.widthPx + column
      if ((skin.values[at] ?? 0) < 0.6 || (inside.values[at] ?? 0) < 0.9) continue
      all.push(y * picture.widthPx + x)
      const { u, v } = placed({ x: x + 0.5, y: y + 0.5 })
      if (v < 0 && v > -CHEEKS.above && Math.abs(u) < CHEEKS.aside) cheeks.push(all.at(-1) ?? 0)
    }
  }
  return all.length < SKIN_PIXELS_MIN ? null : { all, cheeks }
}

/** Mean colour of some pixels of a picture. */
export function meanColour({ rgba }: Raster, pixels: readonly number[]): OkLab {
  const sum: OkLab = [0, 0, 0]
  const colour: OkLab = [0, 0, 0]
  for (const at of pixels) {
    toOkLab(rgba[at * 4] ?? 0, rgba[at * 4 + 1] ?? 0, rgba[at * 4 + 2] ?? 0, colour)
    for (const c of [0, 1, 2] as const) sum[c] += colour[c] / pixels.length
  }
  return sum
}

/** Colour below which there is no hue. */
const GREY = 0.015

/** How far a hue has moved, degrees; null where there is none. */
export function hueMoved(before: OkLab, after: OkLab): number | null {
  if (Math.min(Math.hypot(before[1], before[2]), Math.hypot(after[1], after[2])) < GREY) return null
  const away = Math.abs(Math.atan2(after[2], after[1]) - Math.atan2(before[2], before[1]))
  return (Math.min(away, 2 * Math.PI - away) * 180) / Math.PI
}

/**
 * How far beside a line the paint is looked at that its stroke is to be darker than, px and face
 * widths, and by how much.
 */
const REACH = { px: 6, faces: 0.05 }
const DARKER = 0.03

/** How far from a line its stroke lies, px, at each of its points; null for none. */
function strokeOffsets(
  line: readonly Point[],
  reachPx: number,
  { widthPx, heightPx }: Raster,
  lightness: Float32Array,
): (number | null)[] {
  const valueAt = (x: number, y: number) =>
    x < 0 || y < 0 || x >= widthPx || y >= heightPx
      ? null
      : (lightness[Math.floor(y) * widthPx + Math.floor(x)] ?? null)
  return line.flatMap((p, i) => {
    const [before, after] = [line[Math.max(0, i - 1)] ?? p, line[i + 1] ?? p]
    const length = Math.hypot(after.x - before.x, after.y - before.y)
    if (length < 1e-6 || valueAt(p.x, p.y) === null) return []
    const [nx, ny] = [-(after.y - before.y) / length, (after.x - before.x) / length]
    const profile: { away: number; light: number }[] = []
    for (let away = -reachPx; away <= reachPx; away += 0.5) {
      const light = valueAt(p.x + nx * away, p.y + ny * away)
      if (light !== null) profile.push({ away, light })
    }
    const lightest = Math.max(...profile.map(({ light }) => light))
    // The nearest of what is dark enough, not the darkest: a lash lies beside a dark iris.
    const dark = profile.filter(({ light }) => light < lightest - DARKER)
    const nearest = Math.min(...dark.map(({ away }) => Math.abs(away)))
    return [dark.length === 0 ? null : nearest]
  })
}

export const drawnParts = ['eyes', 'brows', 'lips', 'jaw'] as const
export type DrawnPart = (typeof drawnParts)[number]

/**
 * For each part of a face the share of its line that has its stroke within `withinPx`.
 * @param warp by which the face was drawn
 */
export function strokesWithin(
  face: FoundFace,
  warp: FaceWarp,
  opened: number,
  drawn: Raster,
  lightness: Float32Array,
  withinPx: number,
): Record<DrawnPart, number> {
  const inner = (line: readonly Point[]) =>
    line.slice(Math.ceil(line.length * 0.08), Math.floor(line.length * 0.92))
  const lines: Record<DrawnPart, readonly (readonly Point[])[]> = {
    eyes: sides.map((side) => drawnLids(face, side, opened).upper),
    brows: sides.map((side) => browLine(face, side).line),
    lips: mouthLines(face),
    jaw: [jawLine(face)],
  }
  const reachPx = Math.max(REACH.px, REACH.faces * face.widthPx)
  const shareOf = (part: DrawnPart) => {
    const offsets = lines[part].flatMap((line) =>
      strokeOffsets(
        inner(line).map((p) => warp.targetOf(p)),
        reachPx,
        drawn,
        lightness,
      ),
    )
    const good = offsets.filter((offset) => offset !== null && offset <= withinPx)
    return offsets.length === 0 ? 1 : good.length / offsets.length
  }
  return {
    eyes: shareOf('eyes'),
    brows: shareOf('brows'),
    lips: shareOf('lips'),
    jaw: shareOf('jaw'),
  }
}

/** Where pixels of a photograph are drawn. */
export const movedBy = (
  warp: FaceWarp,
  { widthPx }: Raster,
  pixels: readonly number[],
): readonly number[] =>
  pixels.map((at) => {
    const from = { x: (at % widthPx) + 0.5, y: Math.floor(at / widthPx) + 0.5 }
    const { x, y } = warp.targetOf(from)
    return Math.floor(y) * widthPx + Math.floor(x)
  })

export const ovalOf = (face: FoundFace): Point[] => pointsOf(face.points, 'faceOval')
