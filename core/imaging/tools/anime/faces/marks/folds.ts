import type { Kernels } from '../../../../../kernels/kernels.ts'
import type { OkLab } from '../../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../../pixels/pixels.ts'
import type { Raster } from '../../../../../pixels/raster.ts'
import { moved } from '../../../../face-points/face-lines.ts'
import type { Point } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import { type FollowedLine, followed, type Strip } from '../../../../face-points/followed-line.ts'
import { rgbOf, toned } from '../../../../face-points/samples.ts'
import { SeenFace } from '../../../../face-points/seen-face.ts'
import { type Shape, smoothed, strokeOutline } from '../../../../face-points/shapes.ts'
import type { FacePen } from '../face-pen.ts'
import { cheekStrips, eyeStrips, foreheadStrip, templeStrips } from './fold-strips.ts'

/** In a smaller face folds are a pixel wide; in one that is turned further they are guesses. */
const WIDTH_MIN_PX = 110
const FRONTAL_MIN = 0.15
/** Half the width of a fold, beside which there is skin, and how far the light is smoothed, face widths. */
const SOUGHT = { beside: [0.016, 0.026, 0.036], smooth: 0.006 } as const
/** How deep a fold is that is drawn faintly, and in full, against the light of the skin. */
const DEPTH = { from: 0.03, to: 0.14 }
/** How much deeper a fold is than the highest line of light is high that skin has beside it. */
const NOISE = { times: 1.6, most: 0.045 }
const THICK = 0.0135
/** How deep a fold is in the mean that is drawn, by where it lies. */
const CLEAR = { pair: 0.09, alone: 0.13, eyes: 0.07, forehead: 0.08 }
const BRIM = 0.06
const FOREHEAD_MOST = 4
/** How far two folds of a forehead lie apart, face widths. */
const APART = 0.05
/** Missing places that a fold goes on over, and the least part of the way that it must reach. */
const RUN = { gap: 3, least: 0.42 }

type IsHidden = (place: Point) => boolean

/** Folds beside the mouth, under and beside the eyes and on the forehead, where the photo clearly shows them. */
export function foldShapes(
  kernels: Kernels,
  picture: Raster,
  face: FoundFace,
  skin: OkLab,
  pen: FacePen,
  isHidden: IsHidden,
  areEyesBare: boolean,
): Shape[] {
  if (face.widthPx < WIDTH_MIN_PX || face.frontal < FRONTAL_MIN) return []
  const seen = new SeenFace(kernels, picture, face, SOUGHT.smooth)
  const across = foreheadFolds(seen, face, isHidden)
  const beside = cheekFolds(seen, face, isHidden)
  const isOld = across.length + beside.length > 0
  const about = isOld && areEyesBare ? eyeFolds(seen, face, isHidden) : []
  return [...across, ...beside, ...about].map((fold) => foldShape(fold, face, skin, pen))
}

/** A smile has soft ones; one alone that is not deep is the shade of a cheek. */
function cheekFolds(seen: SeenFace, face: FoundFace, isHidden: IsHidden): FollowedLine[] {
  const folds = cheekStrips(face).flatMap(
    (strip) => foldIn(seen, strip, isHidden, CLEAR.pair) ?? [],
  )
  return folds.length > 1 ? folds : folds.filter((fold) => depthOf(fold) > CLEAR.alone)
}

/** Folds about the eyes of who has others: young ones have lashes there, and shade. */
function eyeFolds(seen: SeenFace, face: FoundFace, isHidden: IsHidden): FollowedLine[] {
  return [eyeStrips(face), ...templeStrips(face)].flatMap((both) => {
    const found = both.flatMap((strip) => foldIn(seen, strip, isHidden, CLEAR.eyes) ?? [])
    return found.length === both.length ? found : []
  })
}

const depthOf = ({ depths }: FollowedLine): number =>
  depths.reduce((sum, depth) => sum + depth, 0) / depths.length

/** A stroke that is as thick and as dark as the fold is deep, and tapers at both of its ends. */
function foldShape(fold: FollowedLine, { widthPx }: FoundFace, skin: OkLab, pen: FacePen): Shape {
  const { line, depths } = fold
  const mean = depthOf(fold)
  const share = smoothstep(DEPTH.from, DEPTH.to, mean)
  const thick = widthPx * THICK * pen.width * (0.6 + 0.4 * share)
  const deep = (at: number) => {
    const depth = depths[Math.round(at * (depths.length - 1))] ?? mean
    return 0.75 + 0.25 * smoothstep(0.5 * mean, 1.2 * mean, depth)
  }
  return {
    outline: strokeOutline(
      smoothed(line),
      (at) => thick * deep(at) * Math.sin(Math.PI * Math.min(1, Math.max(0, at))) ** 0.7,
    ),
    colour: rgbOf(toned(skin, 0.6, 1.1)),
    opacity: 0.45 + 0.4 * share,
  }
}

/** The fold that lies in a strip; null where there is none that stands out of the skin's texture. */
function foldIn(
  seen: SeenFace,
  strip: Strip,
  isHidden: IsHidden,
  clear: number,
): FollowedLine | null {
  const depthAt = (sign: 1 | -1) => (p: Point, beside: Point) =>
    isHidden(p) ? 0 : seen.depth(p, beside, SOUGHT.beside, sign)
  const dark = followed(strip, depthAt(1))
  const light = followed(strip, depthAt(-1))
  const depths = evened(dark.depths)
  const heights = evened(light.depths).sort((a, b) => a - b)
  const noise = heights[heights.length >> 1] ?? 0
  const least = Math.max(DEPTH.from, Math.min(NOISE.most, NOISE.times * noise))
  const [from, to] = longestRun(depths, (depth) => depth > least)
  if (to - from < RUN.least * depths.length) return null
  const fold = { line: evenedLine(dark.line).slice(from, to), depths: depths.slice(from, to) }
  return depthOf(fold) > clear ? fold : null
}

/** Where the longest run of places that are good begins and ends; short gaps are nothing. */
function longestRun(
  depths: readonly number[],
  isGood: (depth: number) => boolean,
): readonly [from: number, to: number] {
  let best: readonly [from: number, to: number] = [0, 0]
  let [from, last] = [-1, -1]
  depths.forEach((depth, i) => {
    if (!isGood(depth)) return
    if (from < 0 || i - last > RUN.gap) from = i
    last = i
    if (i + 1 - from > best[1] - best[0]) best = [from, i + 1]
  })
  return best
}

const around = <T>(values: readonly T[], i: number): readonly T[] =>
  values.slice(Math.max(0, i - 1), i + 2)

const evened = (values: readonly number[]): number[] =>
  values.map((_, i) => {
    const near = around(values, i)
    return near.reduce((sum, value) => sum + value, 0) / near.length
  })

/** Without the steps of its grid. */
function evenedLine(line: readonly Point[]): readonly Point[] {
  let smooth = line
  for (let round = 0; round < 4; round++) {
    const [xs, ys] = [evened(smooth.map(({ x }) => x)), evened(smooth.map(({ y }) => y))]
    smooth = xs.map((x, i) => ({ x, y: ys[i] ?? 0 }))
  }
  return smooth
}

/** Across the forehead, the deepest ones that lie apart; one alone is the edge of a shadow. */
function foreheadFolds(seen: SeenFace, face: FoundFace, isHidden: IsHidden): FollowedLine[] {
  const strip = foreheadStrip(face)
  const folds: FollowedLine[] = []
  if (strip === null) return folds
  // What is close below hair or the brim of a hat is their shade.
  const isNone = (p: Point) =>
    isHidden(p) ||
    isHidden(moved(p, face, 0, -BRIM * face.widthPx)) ||
    folds.some(({ line }) =>
      line.some((q) => Math.hypot(p.x - q.x, p.y - q.y) < APART * face.widthPx),
    )
  while (folds.length < FOREHEAD_MOST) {
    const fold = foldIn(seen, strip, isNone, CLEAR.forehead)
    if (fold === null) break
    folds.push(fold)
  }
  return folds.length > 1 ? folds : []
}
