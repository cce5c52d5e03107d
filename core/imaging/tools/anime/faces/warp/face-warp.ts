import { type Box, smoothstep } from '../../../../../pixels/pixels.ts'
import type { Raster } from '../../../../../pixels/raster.ts'
import { type Side, sides } from '../../../../face-points/face-lines.ts'
import { type Point, pointsOf } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'

/**
 * How far a face is brought to the proportions of an animated film where that is done in full.
 * Lengths are in face widths; `by` is the share by which what lies there grows or shrinks.
 */
const EYES = { reach: 0.34, by: 0.42 }
const MOUTH = { reach: 0.36, by: 0.16 }
/** The jaw narrows from the eyes down to the chin, beyond which all finds back to where it was. */
const JAW = { by: 0.26, from: 0.04, full: 0.8, ends: 1.5, inside: 0.4, outside: 0.95 }
/** How much shorter the face is. */
const CHIN = 0.05
/** Nothing is drawn from beyond the picture: towards its edge all stays where it was. */
const EDGE = 0.3
/** A turned head is foreshortened already. */
const FRONTAL = { from: 0, to: 0.3 }
/** The farthest that any of them moves a place. */
const REACH = 0.2
/** How surely glasses are worn, and are dark, from which on eyes are hidden by them: enlarged, those would no longer be the person's own. */
const DARK_GLASS = { any: { from: 0.5, to: 0.7 }, dark: { from: 0.35, to: 0.5 } }
/** How far an eye of a tilted head may lie above the other. */
const TILTED = 0.1
/** Steps of the inverse, each of which leaves less than half of what the one before left. */
const ROUNDS = 10

type Size = Pick<Raster, 'widthPx' | 'heightPx'>

/** A face in its own frame: lengths in face widths from between the eyes. */
interface Framed {
  readonly origin: Point
  readonly across: Point
  readonly down: Point
  readonly widthPx: number
  readonly amount: number
  readonly eyes: readonly Point[]
  /** By which share what lies there grows. */
  readonly eyesBy: number
  readonly mouth: Point
  /** The middle of the jaw, and how far below the eyes the chin lies. */
  readonly jaw: number
  readonly chin: number
}

const meanOf = (points: readonly Point[]): Point => {
  const sum = points.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 })
  const count = Math.max(1, points.length)
  return { x: sum.x / count, y: sum.y / count }
}

const eyeOf = ({ points }: FoundFace, side: Side): Point =>
  meanOf([...pointsOf(points, `${side}UpperLid`), ...pointsOf(points, `${side}LowerLid`)])

/** How surely dark glass hides the eyes, 0..1. */
function hiddenByGlass({ points: { glasses } }: FoundFace): number {
  const { any, dark } = DARK_GLASS
  return smoothstep(any.from, any.to, glasses.any) * smoothstep(dark.from, dark.to, glasses.dark)
}

function framed(face: FoundFace, proportions: number): Framed {
  const { across, down, widthPx } = face
  const eyes = sides.map((side) => eyeOf(face, side))
  const origin = meanOf(eyes)
  const own = (p: Point): Point => ({
    x: ((p.x - origin.x) * across.x + (p.y - origin.y) * across.y) / widthPx,
    y: ((p.x - origin.x) * down.x + (p.y - origin.y) * down.y) / widthPx,
  })
  const jaw = pointsOf(face.points, 'jaw').map(own)
  const xs = jaw.map(({ x }) => x)
  const mouth = [...pointsOf(face.points, 'noseBase'), ...pointsOf(face.points, 'lipsBottom')]
  return {
    origin,
    across,
    down,
    widthPx,
    amount: proportions * smoothstep(FRONTAL.from, FRONTAL.to, face.frontal),
    eyes: eyes.map(own),
    eyesBy: EYES.by * (1 - hiddenByGlass(face)),
    mouth: own(meanOf(mouth)),
    jaw: (Math.min(...xs) + Math.max(...xs)) / 2,
    chin: Math.max(0.3, ...jaw.map(({ y }) => y)),
  }
}

/**
 * A smooth map of a picture that gives its faces the proportions of an animated film: larger eyes, a
 * smaller nose and mouth, a narrower jaw and a shorter chin. Far from faces nothing moves. Paint and
 * drawn features go by the same map.
 */
export class FaceWarp {
  readonly #faces: readonly Framed[]
  /** Outside of them nothing moves; in pixels of the picture in which the faces were found. */
  readonly boxes: readonly Box[]
  /** No place comes from farther away. */
  readonly reachPx: number
  readonly #picture: Size

  /** @param proportions 0 the faces' own to 1 those of an animated film */
  constructor(picture: Size, faces: readonly FoundFace[], proportions: number) {
    this.#picture = picture
    this.#faces = faces.map((face) => framed(face, proportions)).filter(({ amount }) => amount > 0)
    this.boxes = this.#faces.map(boxOf)
    this.reachPx = this.#faces.reduce((sum, { widthPx }) => sum + REACH * widthPx, 0)
  }

  /** Where what is drawn at a place comes from. */
  sourceOf({ x, y }: Point): Point {
    const source = new Float64Array(2)
    this.sourceInto(source, x, y)
    return { x: source[0] as number, y: source[1] as number }
  }

  /** {@link sourceOf} for who asks for every pixel. @param into whose first two numbers are written */
  sourceInto(into: Float64Array, x: number, y: number): void {
    let toX = x
    let toY = y
    // By index: asked for every pixel, an iterator makes much garbage.
    for (let k = 0; k < this.#faces.length; k++) {
      const face = this.#faces[k] as Framed
      const { origin, across, down, widthPx } = face
      const dx = (x - origin.x) / widthPx
      const dy = (y - origin.y) / widthPx
      shiftAt(face, dx * across.x + dy * across.y, dx * down.x + dy * down.y, into)
      const du = into[0] as number
      const dv = into[1] as number
      if (du === 0 && dv === 0) continue
      const by = widthPx * face.amount * this.#roomAt(x, y, widthPx)
      toX += (du * across.x + dv * down.x) * by
      toY += (du * across.y + dv * down.y) * by
    }
    into[0] = toX
    into[1] = toY
  }

  #roomAt(x: number, y: number, widthPx: number): number {
    const { widthPx: width, heightPx: height } = this.#picture
    const aside = Math.min(x, width - x) / widthPx
    const above = Math.min(y, height - y) / widthPx
    return smoothstep(0, EDGE, aside) * smoothstep(0, EDGE, above)
  }

  /** Where a place of the photo is drawn: the inverse of `sourceOf`. */
  targetOf(place: Point): Point {
    let [x, y] = [place.x, place.y]
    const from = new Float64Array(2)
    for (let round = 0; round < ROUNDS; round++) {
      this.sourceInto(from, x, y)
      x += place.x - (from[0] as number)
      y += place.y - (from[1] as number)
    }
    return { x, y }
  }
}

/** 1 in the middle to 0 at `reach`, without an edge. */
function fading(x: number, y: number, reach: number): number {
  const left = Math.max(0, 1 - (x * x + y * y) / (reach * reach))
  return left * left
}

/** How far beside a place of the face lies what is drawn there: across and down, written to `into`. */
function shiftAt(
  { eyes, eyesBy, mouth, jaw, chin }: Framed,
  u: number,
  v: number,
  into: Float64Array,
): void {
  let du = 0
  let dv = 0
  for (let k = 0; k < eyes.length; k++) {
    const eye = eyes[k] as Point
    const by = -eyesBy * fading(u - eye.x, v - eye.y, EYES.reach)
    du += by * (u - eye.x)
    dv += by * (v - eye.y)
  }
  const by = MOUTH.by * fading(u - mouth.x, v - mouth.y, MOUTH.reach)
  du += by * (u - mouth.x)
  dv += by * (v - mouth.y)
  const low = v / chin
  const aside = Math.abs(u - jaw)
  if (low > JAW.from && low < JAW.ends && aside < JAW.outside) {
    const share =
      smoothstep(JAW.from, JAW.full, low) *
      (1 - smoothstep(1, JAW.ends, low)) *
      (1 - smoothstep(JAW.inside, JAW.outside, aside))
    du += JAW.by * share * (u - jaw)
    dv += CHIN * share
  }
  into[0] = du
  into[1] = dv
}

function boxOf({ origin, across, down, widthPx, jaw, chin }: Framed): Box {
  const [above, below] = [-EYES.reach - TILTED, chin * JAW.ends]
  const corners = [jaw - JAW.outside, jaw + JAW.outside].flatMap((u) =>
    [above, below].map((v) => ({
      x: origin.x + (u * across.x + v * down.x) * widthPx,
      y: origin.y + (u * across.y + v * down.y) * widthPx,
    })),
  )
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}
