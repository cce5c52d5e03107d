import type { Kernels } from '../../kernels/kernels.ts'
import type { OkLab } from '../../pixels/oklab.ts'
import { smoothstep } from '../../pixels/pixels.ts'
import type { Raster } from '../../pixels/raster.ts'
import { meanPoint, sides } from './face-lines.ts'
import type { Point } from './face-points.ts'
import type { FoundFace } from './find-faces.ts'
import { besideOf } from './followed-line.ts'
import { armsOf, bridgeOf, type Glasses } from './glasses.ts'
import { placedPair } from './placed-pair.ts'
import { eyeOf, type Rim, rimLine } from './rims.ts'
import { coloursWithin, meanOf } from './samples.ts'
import { SeenFace } from './seen-face.ts'

/** Every glass that is tried about both eyes, in face widths. */
const tried: readonly Rim[] = [0.14, 0.165, 0.19, 0.215, 0.24].flatMap((across) =>
  [0.06, 0.085, 0.11, 0.135].flatMap((up) =>
    [0.07, 0.1, 0.13, 0.16, 0.19, 0.24].flatMap((down) =>
      [-0.01, 0.02, 0.05].flatMap((out) =>
        [2, 2.6, 4].map((square) => ({ across, up, down, out, square })),
      ),
    ),
  ),
)
/** Within what the best of these is then moved and changed, face widths. */
const PLACED = {
  across: [0.13, 0.28],
  down: [0.06, 0.28],
  up: [0.06, 0.16],
  out: [-0.02, 0.07],
  aside: [-0.08, 0.08],
  below: [-0.05, 0.05],
  square: [2, 5],
} as const
/** A pair that lies aside of both eyes loses so much of its edges for each face width. */
const ASTRAY = 0.5
/**
 * Beside an edge one looks so far, face widths; from the first on it counts, from the second in full, OKLab. On skin darker
 * than this all steps are smaller: glass that fades downwards would end where it is darkest.
 */
const EDGE = { far: [0.018, 0.04], from: 0.03, to: 0.18, skin: 0.65 } as const
/**
 * So far below an edge that faces down by so much, face widths, there is skin: from none to wholly of the face's own light.
 * Else the glass goes on, fading.
 */
const BELOW = { from: 0.4, far: 0.05, dark: 0.5, skin: 0.8 } as const
const FRAME = { thick: 0.022, dark: 0.6 }
/** A turned head's far glass is no narrower than this against its near one. */
const NARROWEST = 0.55

/**
 * The pair of glasses, as one clean shape, whose edges fit what is dark about both eyes best.
 * @param skinLight mean lightness of the face's skin, OKLab
 */
export function fittedGlass(
  kernels: Kernels,
  picture: Raster,
  face: FoundFace,
  skinLight: number,
): Glasses {
  const seen = new SeenFace(kernels, picture, face, 0.006)
  const litFace = { seen, face, skinLight, lit: Math.min(1, skinLight / EDGE.skin) }
  const eyes = sides
    .map((side) => eyeOf(face, side))
    .map((eye) => ({
      ...eye,
      scale: Math.max(NARROWEST, eye.scale),
    }))
  const scoreOf = (lines: readonly (readonly Point[])[]) =>
    lines.reduce((sum, line) => sum + edgeOf(litFace, line), 0)
  const scores = tried.map((rim) => scoreOf(eyes.map((eye) => rimLine(rim, eye, face))))
  const best = tried[scores.indexOf(Math.max(...scores))] ?? tried[0]
  const starts = best === undefined ? [] : [{ ...best, aside: 0, below: 0 }]
  const rims = placedPair(face, eyes, starts, PLACED, scoreOf, ASTRAY)
  const [right = [], left = []] = rims
  const glass = glassWithin(picture, rims)
  const colour: OkLab = [glass[0] * FRAME.dark, glass[1] * FRAME.dark, glass[2] * FRAME.dark]
  return {
    rims,
    arms: [bridgeOf(seen, face, right, left).line, ...armsOf(seen, face, rims)],
    widthPx: FRAME.thick * face.widthPx,
    colour,
    glass,
  }
}

/** The middle colour of what lies within rims. */
export function glassWithin(picture: Raster, rims: Glasses['rims']): OkLab {
  const within = rims.flatMap((rim) => coloursWithin(picture, rim)).sort((a, b) => a[0] - b[0])
  return meanOf(within, 0.2, 0.75)
}

/** A face in whose light edges of glass are weighed. */
interface LitFace {
  readonly seen: SeenFace
  readonly face: FoundFace
  /** Mean lightness of its skin, OKLab. */
  readonly skinLight: number
  /** How large steps of its light are against those on lit skin, 0..1. */
  readonly lit: number
}

/** How much of a glass has an edge beyond which it is lighter. */
function edgeOf(on: LitFace, rim: readonly Point[]): number {
  const line = rim.filter((_, i) => i % 2 === 0)
  const { x, y } = meanPoint(line)
  const steps = line.map((p: Point, i) => {
    const beside = besideOf(line, i)
    const isOut = (p.x - x) * beside.x + (p.y - y) * beside.y > 0
    const beyond = isOut ? beside : { x: -beside.x, y: -beside.y }
    return stepOf(on, p, beyond) * skinBelow(on, p, beyond)
  })
  return steps.reduce((sum, step) => sum + step, 0) / steps.length
}

/** How much lighter it is beyond an edge, 0..1. */
function stepOf({ seen, lit }: LitFace, p: Point, beyond: Point): number {
  const most = EDGE.far.map((far) =>
    smoothstep(EDGE.from * lit, EDGE.to * lit, seen.step(p, beyond, far)),
  )
  return most.reduce((sum, step) => sum + step, 0) / most.length
}

/** How sure it is that below an edge there is skin, 0..1; 1 for edges at the sides and above. */
function skinBelow({ seen, face, skinLight }: LitFace, p: Point, beyond: Point): number {
  if (beyond.x * face.down.x + beyond.y * face.down.y < BELOW.from) return 1
  const far = BELOW.far * face.widthPx
  const light = seen.lightAt({ x: p.x + beyond.x * far, y: p.y + beyond.y * far })
  return smoothstep(BELOW.dark, BELOW.skin, light / skinLight)
}
