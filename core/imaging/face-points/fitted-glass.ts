import type { Kernels } from '../../kernels/kernels.ts'
import type { OkLab } from '../../pixels/oklab.ts'
import { smoothstep } from '../../pixels/pixels.ts'
import type { Raster } from '../../pixels/raster.ts'
import { away, meanPoint, sides } from './face-lines.ts'
import { type Point, pointsOf } from './face-points.ts'
import type { FoundFace } from './find-faces.ts'
import { besideOf } from './followed-line.ts'
import { armsOf, bridgeLine, type Glasses } from './glasses.ts'
import { type PlacedRim, placedPair } from './placed-pair.ts'
import { eyeOf, type Rim, rimLine, UPRIGHT } from './rims.ts'
import { coloursWithin, meanOf } from './samples.ts'
import { SeenFace } from './seen-face.ts'

/** Every glass that is tried about both eyes, in face widths. */
const tried: readonly Rim[] = [0.14, 0.165, 0.19, 0.215, 0.24].flatMap((across) =>
  [0.06, 0.085, 0.11, 0.135].flatMap((up) =>
    [0.07, 0.1, 0.13, 0.16, 0.19, 0.24].flatMap((down) =>
      [-0.01, 0.02, 0.05].flatMap((out) =>
        [2, 2.6, 4].map((square) => ({ across, up, down, out, square, ...UPRIGHT })),
      ),
    ),
  ),
)
const GUESSED: Rim = { across: 0.2, up: 0.1, down: 0.19, out: 0.02, square: 2.6, ...UPRIGHT }
/** Of these the best of each squareness that reach no further down than this, face widths, and of those that do, are started from. */
const LOW = 0.14
/** Within what these are then moved and changed, face widths. */
const PLACED = {
  across: [0.13, 0.28],
  down: [0.06, 0.28],
  up: [0.06, 0.2],
  out: [-0.02, 0.07],
  aside: [-0.08, 0.08],
  below: [-0.05, 0.05],
  square: [2, 5],
  taper: [-0.1, 0.3],
  lean: [-0.15, 0.3],
  tilt: [-0.1, 0.35],
} as const
/** So many of the pairs started from are changed in small steps. */
const FINEST = 3
/** Glass reaches no further beyond the sides of a face's oval, face widths: what lies there is hair, an arm or a wall. */
const ASIDE = 0.03
/** What a pair loses of its edges for each face width that it lies aside of both eyes, and for its form. */
const LOSSES = { astray: 0.5, formed: 0.15 }
/** A nose lies between glasses: what they lose for each face width that the gap is narrower than this. */
const GAP = { least: 0.05, loses: 3 }
/** Of two rims about each other that are seen as well, glass and its frame, the longer counts for more: by this power of its length. */
const LONG = 0.5
/**
 * Beside an edge one looks so far, face widths; from the first on it counts, from the second in full, OKLab. A share of it
 * counts for as much as it is seen, up to `deep`, and against it where it is
 * darker beyond: a blurred edge is steepest in its middle. On skin darker than this all
 * steps are smaller: glass that fades downwards would end where it is darkest.
 */
const EDGE = {
  far: [0.018, 0.04],
  from: 0.03,
  to: 0.18,
  deep: 0.5,
  darker: -0.2,
  share: 0.5,
  skin: 0.65,
} as const
/**
 * So far below an edge that faces down by so much, face widths, there is skin: from none to wholly of the face's own light.
 * Else the glass goes on, fading.
 */
const BELOW = { from: 0.4, far: 0.05, dark: 0.5, skin: 0.8 } as const
/** How far the face's light is smoothed, face widths. */
const SMOOTHED = 0.006
const FRAME = { thick: 0.022, dark: 0.6 }
/** Seen so far beside an edge, face widths, what lies beyond it is lighter by so much of the skin's light. */
const CLEAR = { far: 0.03, lighter: 0.15 }
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
  const seen = new SeenFace(kernels, picture, face, SMOOTHED)
  const litFace = {
    seen,
    face,
    skinLight,
    lit: Math.min(1, skinLight / EDGE.skin),
    ends: endsOf(face),
  }
  const eyes = eyesOf(face)
  const scoreOf = (lines: readonly (readonly Point[])[]) =>
    lines.reduce((sum, line) => sum + edgeOf(litFace, line), 0) -
    GAP.loses * Math.max(0, GAP.least - gapOf(face, lines))
  const scored = tried.map((rim) => ({
    rim,
    score: scoreOf(eyes.map((eye) => rimLine(rim, eye, face))),
  }))
  const rims = placedPair(face, eyes, startsOf(scored), PLACED, scoreOf, LOSSES, FINEST)
  return pairOf(seen, picture, face, rims)
}

/** A pair as most are, where glass mirrors so much that its edges cannot be told. */
export function guessedGlass(kernels: Kernels, picture: Raster, face: FoundFace): Glasses {
  const rims = eyesOf(face).map((eye) => rimLine(GUESSED, eye, face))
  return pairOf(new SeenFace(kernels, picture, face, SMOOTHED), picture, face, rims)
}

const eyesOf = (face: FoundFace) =>
  sides
    .map((side) => eyeOf(face, side))
    .map((eye) => ({ ...eye, scale: Math.max(NARROWEST, eye.scale) }))

function pairOf(seen: SeenFace, picture: Raster, face: FoundFace, rims: Glasses['rims']): Glasses {
  const [right = [], left = []] = rims
  const glass = glassWithin(picture, rims)
  const colour: OkLab = [glass[0] * FRAME.dark, glass[1] * FRAME.dark, glass[2] * FRAME.dark]
  return {
    rims,
    arms: [bridgeLine(seen, face, right, left), ...armsOf(seen, face, rims)],
    widthPx: FRAME.thick * face.widthPx,
    colour,
    glass,
  }
}

/** Of each rim, at what share of its places it is much lighter beyond. @param skinLight as for {@link fittedGlass} */
export function clearEdgesOf(
  kernels: Kernels,
  picture: Raster,
  face: FoundFace,
  skinLight: number,
  rims: Glasses['rims'],
): number[] {
  const seen = new SeenFace(kernels, picture, face, SMOOTHED)
  return rims.map((rim) => {
    const steps = rim.map((p, i) => seen.step(p, beyondOf(rim, i), CLEAR.far))
    return steps.filter((step) => step > CLEAR.lighter * skinLight).length / rim.length
  })
}

/** The best low and high pair of each squareness. */
function startsOf(scored: readonly { readonly rim: Rim; readonly score: number }[]): PlacedRim[] {
  const best = new Map<string, { readonly rim: Rim; readonly score: number }>()
  for (const own of scored) {
    const kind = `${own.rim.square} ${own.rim.down > LOW}`
    if (own.score > (best.get(kind)?.score ?? Number.NEGATIVE_INFINITY)) best.set(kind, own)
  }
  return [...best.values()].map(({ rim }) => ({ ...rim, aside: 0, below: 0 }))
}

/** How far a face's rims lie apart over its nose, face widths. */
function gapOf(face: FoundFace, [right = [], left = []]: readonly (readonly Point[])[]): number {
  const [from, to] = [right, left].map((rim) => rim.map((p) => alongOf(face, p)))
  return (Math.min(...(to ?? [])) - Math.max(...(from ?? []))) / face.widthPx
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
  /** Between which a glass lies, along the face, px. */
  readonly ends: readonly [right: number, left: number]
}

const alongOf = ({ across }: FoundFace, { x, y }: Point): number => x * across.x + y * across.y

function endsOf(face: FoundFace): [number, number] {
  const oval = pointsOf(face.points, 'faceOval').map((p) => alongOf(face, p))
  const room = ASIDE * face.widthPx
  return [Math.min(...oval) - room, Math.max(...oval) + room]
}

/** How much of a glass has an edge beyond which it is lighter. */
function edgeOf(on: LitFace, rim: readonly Point[]): number {
  const line = rim.filter((_, i) => i % 2 === 0)
  const middle = meanPoint(line)
  const [right, left] = on.ends
  const steps = line.map((p: Point, i) => {
    const along = alongOf(on.face, p)
    if (along < right || along > left) return 0
    const beyond = beyondOf(line, i, middle)
    return stepOf(on, p, beyond) * skinBelow(on, p, beyond)
  })
  const length = line.reduce((sum, p, i) => sum + away(p, line[(i + 1) % line.length]), 0)
  const seen = steps.reduce((sum, step) => sum + step, 0) / steps.length
  return seen * (length / on.face.widthPx) ** LONG
}

/** Where it goes outwards at a place of a closed line, of unit length. */
function beyondOf(line: readonly Point[], index: number, middle = meanPoint(line)): Point {
  const p = line[index] ?? middle
  const beside = besideOf(line, index)
  const isOut = (p.x - middle.x) * beside.x + (p.y - middle.y) * beside.y > 0
  return isOut ? beside : { x: -beside.x, y: -beside.y }
}

/** How much lighter it is beyond an edge, 0..1. */
function stepOf({ seen, lit }: LitFace, p: Point, beyond: Point): number {
  const most = EDGE.far.map((far) => {
    const step = seen.step(p, beyond, far) / lit
    const deep = Math.max(EDGE.darker, Math.min(1, step / EDGE.deep))
    return (1 - EDGE.share) * smoothstep(EDGE.from, EDGE.to, step) + EDGE.share * deep
  })
  return most.reduce((sum, step) => sum + step, 0) / most.length
}

/** How sure it is that below an edge there is skin, 0..1; 1 for edges at the sides and above. */
function skinBelow({ seen, face, skinLight }: LitFace, p: Point, beyond: Point): number {
  if (beyond.x * face.down.x + beyond.y * face.down.y < BELOW.from) return 1
  const far = BELOW.far * face.widthPx
  const light = seen.lightAt({ x: p.x + beyond.x * far, y: p.y + beyond.y * far })
  return smoothstep(BELOW.dark, BELOW.skin, light / skinLight)
}
