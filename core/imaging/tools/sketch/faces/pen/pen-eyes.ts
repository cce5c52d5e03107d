import { smoothstep } from '../../../../../pixels/pixels.ts'
import { away, moved, towards } from '../../../../face-points/face-lines.ts'
import type { Point } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import { ellipse, strokeOutline } from '../../../../face-points/shapes.ts'
import {
  type Covered,
  covered,
  type Drawn,
  eachCovered,
  ink,
  type Pen,
  partOf,
  shareAt,
  swelling,
  widthOf,
} from './pen-strokes.ts'
import type { SeenEye } from './seen-eyes.ts'

/** Shade that a pen fills. */
const FILLED = { from: 0.45, wholly: 0.7 }
/** What of an eye's white, and of the lid above it, is filled in eyes that are blots, and of an iris in those that are none. */
const BLOT = { from: 0.35, wholly: 0.65 }
const BAR = { from: 0.45, wholly: 0.75 }
const EMPTY = { from: 0.35, wholly: 0.65 }
/** Where the lid above an eye is looked at, on the way to its brow. */
const LID = { from: 0.3, to: 0.65 }
/** An eye that is open by less shows no iris. */
const OPEN_MIN = 0.13
/** What is cleared about an eye: of the way to its brow, and more where the lid is skin; beyond, in sizes of the face. */
const CLEARED = { up: 0.25, lid: 0.37, down: 0.032, aside: 0.03 }
/** What is cleared further about eyes of small faces, which have no room for lashes and bags; wholly up to a size, and from which not, thousandths. */
const SCRAPS = { down: 0.025, aside: 0.035, small: 140, large: 190 }
/** How likely glasses are whose rims may lie beside an eye. */
const GLASSES = { none: 0.3, worn: 0.6 }
const UPPER = { width: 0.019, least: 1.9, most: 3.2 }
const LOWER = { width: 0.008, least: 0.9, most: 1.5 }
/** How dark lids are that have lashes or paint to be seen, wholly, how much wider their lines are then, and up to which share of the eye's height. */
const LASHES = {
  upper: { from: 0.36, wholly: 0.6, wider: 0.5, most: 0.45 },
  lower: { from: 0.3, wholly: 0.48, wider: 0.9, most: 0.25 },
}
const GLINT = { across: -0.3, down: -0.35, radius: 0.3, least: 1.7 }

/** How much of eyes a pen has made blots, bars or nothing, 0..1. */
export function lostIn(drawn: Drawn, eye: SeenEye): number {
  const { upper, lower, brow, iris, open } = eye
  const inside = covered(drawn, [[...upper, ...lower.toReversed()]])
  const disc = covered(drawn, [ellipse(iris.centre, iris.radiusPx, iris.radiusPx, 0)])
  const lid = [LID.from, LID.to].map((by) => upper.map((p, i) => towards(p, brow[i] ?? p, by)))
  const band = covered(drawn, [
    [...(lid[0] ?? []).slice(3, -3), ...(lid[1] ?? []).slice(3, -3).toReversed()],
  ])
  const white = inkedIn(drawn, inside, (x, y) => 1 - shareAt(disc, x, y))
  const dark = inkedIn(drawn, inside, (x, y) => shareAt(disc, x, y))
  const bar = inkedIn(drawn, band, () => 1)
  const isSeen = open > OPEN_MIN ? 1 : 0
  return Math.max(
    isSeen * smoothstep(BLOT.from, BLOT.wholly, white),
    isSeen * smoothstep(EMPTY.from, EMPTY.wholly, 1 - dark),
    smoothstep(BAR.from, BAR.wholly, bar),
  )
}

function inkedIn(
  { lines, shading }: Drawn,
  part: Covered,
  weightAt: (x: number, y: number) => number,
): number {
  let [sum, dark] = [1e-6, 0]
  eachCovered({ lines, shading }, part, (at, share, x, y) => {
    const weight = share * weightAt(x, y)
    const filled = smoothstep(FILLED.from, FILLED.wholly, shading.values[at] as number)
    sum += weight
    dark += weight * Math.max(filled, 1 - (lines.values[at] as number))
  })
  return dark / sum
}

/** What is cleared for an eye: from under it up to its brow, and beyond its corners, but not across glasses. */
export function eyeZone(
  { upper, lower, brow, lid }: SeenEye,
  face: FoundFace,
  { sizePx, unitPx }: Pen,
): Point[] {
  const small = 1 - smoothstep(SCRAPS.small, SCRAPS.large, sizePx / unitPx)
  const up = CLEARED.up + CLEARED.lid * lid
  const down = (CLEARED.down + SCRAPS.down * small) * sizePx
  const bare = 1 - smoothstep(GLASSES.none, GLASSES.worn, face.points.glasses.any)
  const aside = (CLEARED.aside + SCRAPS.aside * small) * bare * sizePx
  const [inner, outer] = [upper[0], upper.at(-1)]
  const beyond =
    inner &&
    outer &&
    inner.x * face.across.x + inner.y * face.across.y <
      outer.x * face.across.x + outer.y * face.across.y
      ? aside
      : -aside
  return [
    ...(inner ? [moved(inner, face, -beyond, 0)] : []),
    ...upper.map((p, i) => towards(p, brow[i] ?? p, up)),
    ...(outer ? [moved(outer, face, beyond, 0)] : []),
    ...lower.map((p) => moved(p, face, 0, down)).toReversed(),
  ]
}

/** Leaves an eye its white, whatever shade lies about it. */
export function whiten(drawn: Drawn, { upper, lower }: SeenEye, most: number): void {
  eachCovered(drawn, covered(drawn, [[...upper, ...lower.toReversed()]]), (at, share) => {
    const shade = drawn.shading.values[at] as number
    drawn.shading.values[at] = shade + (Math.min(most, shade) - shade) * share
  })
}

/** Draws an eye: the upper lid swells outwards, the lower one is a hint, the iris is dark and has a light. */
export function drawEye(drawn: Drawn, eye: SeenEye, face: FoundFace, pen: Pen): void {
  const { upper, lower, iris, open, lashes } = eye
  const high = open * away(upper[0], upper.at(-1))
  const lidPx = (lid: 'upper' | 'lower', px: number) => {
    const { from, wholly, wider, most } = LASHES[lid]
    const lashed = px * (1 + wider * smoothstep(from, wholly, lashes[lid]))
    return Math.min(lashed, Math.max(px, most * high))
  }
  const px = lidPx('upper', widthOf(pen, UPPER))
  if (open > OPEN_MIN) {
    const inside = covered(drawn, [[...upper, ...lower.toReversed()]])
    ink(drawn, [ellipse(iris.centre, iris.radiusPx, iris.radiusPx, 0)], inside)
    if (iris.radiusPx > GLINT.least * pen.unitPx) clearGlint(drawn, eye, face)
    ink(drawn, [swelling(partOf(lower, 0.3, 1), lidPx('lower', widthOf(pen, LOWER)), 0.15)])
  }
  ink(drawn, [
    strokeOutline(
      upper,
      (share) => px * Math.min(1, 0.3 + 1.1 * share) * Math.min(1, 0.25 + 6 * (1 - share)),
    ),
  ])
}

function clearGlint(drawn: Drawn, { iris }: SeenEye, { across, down }: FoundFace): void {
  const { centre, radiusPx } = iris
  const [u, v] = [GLINT.across * radiusPx, GLINT.down * radiusPx]
  const at = { x: centre.x + across.x * u + down.x * v, y: centre.y + across.y * u + down.y * v }
  const light = covered(drawn, [ellipse(at, GLINT.radius * radiusPx, GLINT.radius * radiusPx, 0)])
  eachCovered(drawn, light, (i, share) => {
    const line = drawn.lines.values[i] as number
    drawn.lines.values[i] = line + (1 - line) * share
  })
}
