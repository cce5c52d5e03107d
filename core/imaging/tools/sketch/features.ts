import { type Box, createFloatPlane, smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'
import { boxAbout, maskOf } from '../../face-points/face-outlines.ts'
import { type Point, pointsOf } from '../../face-points/face-points.ts'
import type { FoundFace } from '../../face-points/find-faces.ts'
import { ellipse, smoothed, strokeOutline } from '../../face-points/shapes.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { smallness } from './small-faces.ts'

/** Something of a face that is never left out. */
interface Feature {
  readonly outline: readonly Point[]
  /** Nothing of it is drawn outside of this. */
  readonly within?: readonly Point[]
  /** Share of its darkness, 0..1, that there is at least. */
  readonly least: number
}

/** In a face that is turned further than this the lines of the far half are but guessed. */
const FRONTAL_MIN = 0.2
/** How near to a line other lines count for it, in face widths. */
const NEAR = 0.012
/** A blurred line is fainter by about this. */
const BLUR_GAIN = 2.2
const SMALLEST_PX = 24
/** A line in a small face is no thinner than this, in thousandths of the picture's longer side. */
const LEAST_WIDTH = 1.6
/** An eye that is open by less, against its width, shows no iris. */
const OPEN_MIN = 0.16

/**
 * Draws the lines of faces that light left too faint, so that a pale face keeps its nose; what is
 * there is not drawn twice.
 */
export async function drawFeatures(
  { kernels, checkpoint }: ToolEnvironment,
  { lines, shading }: Record<'lines' | 'shading', FloatPlane>,
  faces: readonly FoundFace[],
): Promise<void> {
  const unitPx = Math.max(lines.widthPx, lines.heightPx) / 1000
  for (const face of faces) {
    if (face.widthPx < SMALLEST_PX || face.frontal < FRONTAL_MIN) continue
    const box = boxAbout(pointsOf(face.points, 'faceOval'), face.widthPx * 0.05, lines)
    const dark = createFloatPlane(box.width, box.height)
    for (let y = 0; y < box.height; y++) {
      for (let x = 0; x < box.width; x++) {
        const from = (box.y + y) * lines.widthPx + box.x + x
        const shade = smoothstep(0.4, 0.75, shading.values[from] ?? 0)
        dark.values[y * box.width + x] = Math.max(1 - (lines.values[from] ?? 1), shade)
      }
    }
    const near = kernels.gaussian(dark, Math.max(0.7, NEAR * face.widthPx))
    await checkpoint()
    const small = smallness(face, unitPx)
    const drawn = [...featureLines(face, small, unitPx), ...irises(face, small)]
    for (const feature of drawn) drawMissing(lines, feature, near, box)
    await checkpoint()
  }
}

/** Draws what is missing of one feature. */
function drawMissing(
  lines: FloatPlane,
  { outline, within, least }: Feature,
  near: FloatPlane,
  around: Box,
): void {
  const box = boxAbout(outline, 1, lines)
  if (box.width < 1 || box.height < 1) return
  const place = (p: Point) => ({ x: p.x - box.x, y: p.y - box.y })
  const mask = maskOf([outline], box.width, box.height, place).values
  if (within !== undefined) {
    const inside = maskOf([within], box.width, box.height, place).values
    inside.forEach((share, i) => {
      mask[i] = (mask[i] as number) * share
    })
  }
  const missing = least - Math.min(least, seenUnder(mask, box, near, around))
  if (missing <= 0.02) return
  mask.forEach((share, i) => {
    if (share === 0) return
    const at = (box.y + Math.floor(i / box.width)) * lines.widthPx + box.x + (i % box.width)
    lines.values[at] = (lines.values[at] ?? 1) * (1 - missing * share)
  })
}

/** How dark it is already along a line. */
function seenUnder(mask: Float32Array, box: Box, near: FloatPlane, around: Box): number {
  let [sum, seen] = [1e-6, 0]
  mask.forEach((share, i) => {
    const x = box.x - around.x + (i % box.width)
    const y = box.y - around.y + Math.floor(i / box.width)
    if (share === 0 || x < 0 || y < 0 || x >= near.widthPx || y >= near.heightPx) return
    sum += share
    seen += share * Math.min(1, (near.values[y * near.widthPx + x] ?? 0) * BLUR_GAIN)
  })
  return seen / sum
}

function featureLines({ points, widthPx }: FoundFace, small: number, unitPx: number): Feature[] {
  const of = (group: Parameters<typeof pointsOf>[1]) => pointsOf(points, group)
  const middle = (one: readonly Point[], other: readonly Point[]) =>
    one.map((p, i) => ({
      x: (p.x + (other[i]?.x ?? p.x)) / 2,
      y: (p.y + (other[i]?.y ?? p.y)) / 2,
    }))
  /** @param width in face widths @param least in a large face, and in a small one */
  const drawn = (line: readonly Point[], width: number, least: number, leastSmall = least) => {
    const px = Math.max(1, small * LEAST_WIDTH * unitPx, width * widthPx)
    return {
      outline: strokeOutline(smoothed(line), (share) => px * Math.sin(Math.PI * share) ** 0.75),
      least: least + (leastSmall - least) * small,
    }
  }
  return [
    drawn(of('rightUpperLid'), 0.014, 0.75, 0.95),
    drawn(of('leftUpperLid'), 0.014, 0.75, 0.95),
    drawn(of('rightLowerLid'), 0.008, 0.3),
    drawn(of('leftLowerLid'), 0.008, 0.3),
    drawn(middle(of('rightBrowTop'), of('rightBrowBottom')), 0.024, 0.5, 0.75),
    drawn(middle(of('leftBrowTop'), of('leftBrowBottom')), 0.024, 0.5, 0.75),
    drawn(middle(of('mouthTop'), of('mouthBottom')), 0.013, 0.65, 0.9),
    drawn(of('lipsBottom').slice(2, -2), 0.011, 0.35, 0.45),
    drawn(of('noseBase').slice(1, -1), 0.012, 0.6, 0.85),
    drawn(of('noseBase').slice(0, 2), 0.009, 0.45),
    drawn(of('noseBase').slice(-2), 0.009, 0.45),
    drawn(of('jaw').slice(3, -3), 0.009, 0.35, 0.5),
  ]
}

/** In a small face the dark of an open eye is all that says where it looks. */
function irises({ points, down }: FoundFace, small: number): Feature[] {
  if (small === 0) return []
  return (['right', 'left'] as const).flatMap((side) => {
    const [upper, lower] = [
      pointsOf(points, `${side}UpperLid`),
      pointsOf(points, `${side}LowerLid`),
    ]
    const within = [...upper, ...lower.toReversed()]
    const heights = within.map(({ x, y }) => x * down.x + y * down.y)
    const widths = within.map(({ x, y }) => x * down.y - y * down.x)
    const [high, wide] = [heights, widths].map((all) => Math.max(...all) - Math.min(...all))
    if ((high ?? 0) < OPEN_MIN * (wide ?? 0)) return []
    const { centre, radiusPx } = points[`${side}Iris`]
    return [{ outline: ellipse(centre, radiusPx, radiusPx, 0), within, least: 0.85 * small }]
  })
}
