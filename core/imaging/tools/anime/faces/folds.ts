import type { Kernels } from '../../../../kernels/kernels.ts'
import type { OkLab } from '../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import type { Raster } from '../../../../pixels/raster.ts'
import { type Point, pointsOf } from '../../../face-points/face-points.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import { type Shape, smoothed, strokeOutline } from '../../../face-points/shapes.ts'
import type { FacePen } from './eyes.ts'
import { browLine, lidsOf, moved, type Side, sides } from './face-lines.ts'
import { rgbOf, toned } from './samples.ts'
import { SeenFace } from './seen-face.ts'

/** A fold of age or of laughter, as deep as it is darker than the skin on both its sides. */
interface Fold {
  readonly line: readonly Point[]
  readonly depth: number
}

/** In a smaller face folds are a pixel wide; in one that is turned further they are guesses. */
const WIDTH_MIN_PX = 110
const FRONTAL_MIN = 0.15
/** Half the width of a fold, beside which there is skin, and how far it lies from where it is sought. */
const SOUGHT = { beside: [0.02, 0.034], shifts: [-0.012, 0, 0.012], smooth: 0.008 } as const
/** How deep a fold is that is drawn faintly, and in full, OKLab. */
const DEPTH = { from: 0.014, to: 0.045 }
const THICK = 0.011
const PLACES = 12

/** Folds beside the mouth, under the eyes and on the forehead, where the photo clearly shows them. */
export function foldShapes(
  kernels: Kernels,
  picture: Raster,
  face: FoundFace,
  skin: OkLab,
  pen: FacePen,
  isHidden: (place: Point) => boolean,
  areEyesBare: boolean,
): Shape[] {
  if (face.widthPx < WIDTH_MIN_PX || face.frontal < FRONTAL_MIN) return []
  const seen = new SeenFace(kernels, picture, face, SOUGHT.smooth)
  const underEyes = areEyesBare ? sides.map((side) => deepest(seen, eyeLines(face, side))) : []
  const folds = [
    ...sides.map((side) => deepest(seen, cheekLines(face, side))),
    // One alone is the shade of a cheek.
    ...(underEyes.every(({ depth }) => depth > DEPTH.from) ? underEyes : []),
    ...foreheadFolds(seen, face),
  ]
  return folds.flatMap(({ line, depth }) => {
    const bare = bareRun(line, isHidden)
    return depth > DEPTH.from && bare.length > PLACES / 2
      ? [foldShape(bare, smoothstep(DEPTH.from, DEPTH.to, depth), face, skin, pen)]
      : []
  })
}

function foldShape(
  line: readonly Point[],
  share: number,
  { widthPx }: FoundFace,
  skin: OkLab,
  pen: FacePen,
): Shape {
  const thick = widthPx * THICK * pen.width * (0.6 + 0.4 * share)
  return {
    outline: strokeOutline(smoothed(line), (at) => thick * Math.sin(Math.PI * at) ** 0.7),
    colour: rgbOf(toned(skin, 0.6, 1.1)),
    opacity: 0.4 + 0.45 * share,
  }
}

/** The longest piece of a line that lies on bare skin. */
function bareRun(line: readonly Point[], isHidden: (place: Point) => boolean): Point[] {
  const runs: Point[][] = [[]]
  for (const p of line) {
    if (isHidden(p)) runs.push([])
    else runs.at(-1)?.push(p)
  }
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest))
}

function deepest(seen: SeenFace, lines: readonly (readonly Point[])[]): Fold {
  let best: Fold = { line: [], depth: 0 }
  for (const line of lines) {
    const depth = depthOf(seen, line)
    if (depth > best.depth) best = { line, depth }
  }
  return best
}

/** What three quarters of a line's places are darker by than what is beside them. */
function depthOf(seen: SeenFace, line: readonly Point[]): number {
  const depths = seen.lines(line, SOUGHT.shifts, SOUGHT.beside).sort((a, b) => a - b)
  return depths[Math.floor(depths.length / 4)] ?? 0
}

function curve(from: Point, over: Point, to: Point): Point[] {
  return Array.from({ length: PLACES }, (_, i) => {
    const t = i / (PLACES - 1)
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2]
    return { x: a * from.x + b * over.x + c * to.x, y: a * from.y + b * over.y + c * to.y }
  })
}

/** From beside the nose to beside the mouth. */
function cheekLines(face: FoundFace, side: Side): Point[][] {
  const outward = side === 'right' ? -face.widthPx : face.widthPx
  const end = side === 'right' ? 0 : -1
  const wing = pointsOf(face.points, 'noseBase').at(end) ?? { x: 0, y: 0 }
  const corner = pointsOf(face.points, 'lipsTop').at(end) ?? { x: 0, y: 0 }
  return [0.015, 0.04].flatMap((beside) =>
    [0.04, 0.07, 0.1, 0.13].flatMap((out) =>
      [-0.03, 0.02].flatMap((low) =>
        [0, 0.03, 0.06].map((bow) => {
          const from = moved(wing, face, outward * beside, 0)
          const to = moved(corner, face, outward * out, low * face.widthPx)
          const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
          return curve(from, moved(middle, face, outward * bow, 0), to)
        }),
      ),
    ),
  )
}

/** Along the lower lid, below it. */
function eyeLines(face: FoundFace, side: Side): Point[][] {
  const { lower } = lidsOf(face, side)
  return [0.045, 0.06, 0.075, 0.09, 0.105].map((low) =>
    lower.slice(0, -2).map((p) => moved(p, face, 0, low * face.widthPx)),
  )
}

const FOREHEAD = { from: 0.06, to: 0.34, step: 0.02, apart: 3, most: 3 }

/** Across the forehead, the deepest ones that lie apart. */
function foreheadFolds(seen: SeenFace, face: FoundFace): Fold[] {
  const [right, left] = sides.map((side) => browLine(face, side).top)
  const brows = [...(right ?? []), ...(left ?? []).toReversed()]
  const [from, to] = [brows[1], brows.at(-2)]
  if (from === undefined || to === undefined) return []
  const folds: (Fold & { readonly step: number })[] = []
  for (let step = 0; FOREHEAD.from + step * FOREHEAD.step <= FOREHEAD.to; step++) {
    const up = -(FOREHEAD.from + step * FOREHEAD.step) * face.widthPx
    const [a, c] = [moved(from, face, 0, up), moved(to, face, 0, up)]
    const middle = { x: (a.x + c.x) / 2, y: (a.y + c.y) / 2 }
    const bows = [-0.06, -0.02, 0.02].map((bow) =>
      curve(a, moved(middle, face, 0, bow * face.widthPx), c),
    )
    folds.push({ ...deepest(seen, bows), step })
  }
  const found: (Fold & { readonly step: number })[] = []
  for (const fold of folds.sort((one, other) => other.depth - one.depth)) {
    if (found.length === FOREHEAD.most) break
    if (found.every(({ step }) => Math.abs(step - fold.step) >= FOREHEAD.apart)) found.push(fold)
  }
  return found
}
