import { createFloatPlane, smoothstep } from '../../../../pixels/pixels.ts'
import { underNose } from '../../../face-points/face-places.ts'
import type { Point } from '../../../face-points/face-points.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import type { DoubledAngles, Size } from '../lines/strokes.ts'
import { closeUpOf } from './large-faces.ts'

/** How far a head's middle is over the place under its nose, half its width and half its height; face widths. */
const HEAD = { up: 0.18, halfWidth: 0.56, halfHeight: 0.78 }
/** Strokes bend from this share of a head's radius on, most at its outline, and far beside it no more. */
const BENT = { from: 0.15, wholly: 1, least: 1.15, none: 1.7 }
/** How far they bend at the outline, against the hand's own direction: with more they would whirl somewhere. */
const BEND = 0.8

/**
 * Where a hand strokes when the form gives no direction: its own way, and about heads that fill the picture bent as the
 * contours across a round form are.
 * @param size of the planes
 * @param faces in their pixels
 * @param angle the hand's own, radians
 * @returns null where no head does: the hand's own way alone
 */
export function restingAbout(
  { widthPx, heightPx }: Size,
  faces: readonly FoundFace[],
  angle: number,
): DoubledAngles | null {
  const longSidePx = Math.max(widthPx, heightPx)
  if (closeUpOf(faces, longSidePx) === 0) return null
  const cos2 = createFloatPlane(widthPx, heightPx)
  const sin2 = createFloatPlane(widthPx, heightPx)
  cos2.values.fill(Math.cos(2 * angle))
  sin2.values.fill(Math.sin(2 * angle))
  for (const face of faces) {
    const closeUp = closeUpOf([face], longSidePx)
    if (closeUp > 0) bend({ cos2, sin2 }, face, BEND * closeUp)
  }
  return { cos2, sin2 }
}

/** Adds the direction along a head's outline, most at the outline. */
function bend({ cos2, sin2 }: DoubledAngles, face: FoundFace, most: number): void {
  const { across, down, widthPx: faceWidth } = face
  const head = { across, down, faceWidth, nose: underNose(face), most }
  const { widthPx, heightPx } = cos2
  for (let row = 0; row < heightPx; row++) bendRow(cos2.values, sin2.values, head, { row, widthPx })
}

interface BentHead extends Pick<FoundFace, 'across' | 'down'> {
  readonly faceWidth: number
  readonly nose: Point
  readonly most: number
}

function bendRow(
  cos2: Float32Array,
  sin2: Float32Array,
  { across, down, faceWidth, nose, most }: BentHead,
  { row, widthPx }: { readonly row: number; readonly widthPx: number },
): void {
  const y = row + 0.5 - nose.y
  for (let column = 0; column < widthPx; column++) {
    const x = column + 0.5 - nose.x
    const u = (x * across.x + y * across.y) / faceWidth / HEAD.halfWidth
    const v = ((x * down.x + y * down.y) / faceWidth + HEAD.up) / HEAD.halfHeight
    // Not by `hypot`, which takes ten times as long.
    const radius = Math.sqrt(u * u + v * v)
    if (radius > BENT.none || radius < BENT.from) continue
    const inner = smoothstep(BENT.from, BENT.wholly, radius)
    const outer = radius > BENT.least ? smoothstep(BENT.none, BENT.least, radius) : 1
    // Along the ellipse: across by -v of its width, down by u of its height.
    const along = -v * HEAD.halfWidth
    const over = u * HEAD.halfHeight
    const tx = along * across.x + over * down.x
    const ty = along * across.y + over * down.y
    const share = (most * inner * outer) / (tx * tx + ty * ty)
    const at = row * widthPx + column
    cos2[at] = (cos2[at] as number) + share * (tx * tx - ty * ty)
    sin2[at] = (sin2[at] as number) + share * 2 * tx * ty
  }
}
