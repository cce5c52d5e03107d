import { type Box, createFloatPlane, smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'
import { boxAbout, maskOf } from '../../face-points/face-outlines.ts'
import { type Point, pointsOf } from '../../face-points/face-points.ts'
import type { FoundFace } from '../../face-points/find-faces.ts'
import { smoothed, strokeOutline } from '../../face-points/shapes.ts'
import type { ToolEnvironment } from '../../tool.ts'
import type { Study } from './analysis.ts'

/** A line of a face that is never left out. */
interface FeatureLine {
  readonly line: readonly Point[]
  /** Share of its darkness, 0..1, that there is at least. */
  readonly least: number
  /** In face widths. */
  readonly width: number
}

/** In a face that is turned further than this the lines of the far half are but guessed. */
const FRONTAL_MIN = 0.2
/** How near to a line other lines count for it, in face widths. */
const NEAR = 0.012
/** A blurred line is fainter by about this. */
const BLUR_GAIN = 2.2
const SMALLEST_PX = 24

/**
 * Draws the lines of faces that light left too faint, so that a pale face keeps its nose; what is
 * there is not drawn twice.
 */
export async function drawFeatures(
  { kernels, checkpoint }: ToolEnvironment,
  { lines, shading }: Study,
  faces: readonly FoundFace[],
): Promise<void> {
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
    for (const feature of featureLines(face)) drawLine(lines, feature, face, near, box)
    await checkpoint()
  }
}

/** Draws what is missing of one line. */
function drawLine(
  lines: FloatPlane,
  { line, least, width }: FeatureLine,
  face: FoundFace,
  near: FloatPlane,
  around: Box,
): void {
  const outline = strokeOutline(
    smoothed(line),
    (share) => Math.max(1, width * face.widthPx) * Math.sin(Math.PI * share) ** 0.75,
  )
  const box = boxAbout(outline, 1, lines)
  if (box.width < 1 || box.height < 1) return
  const place = (p: Point) => ({ x: p.x - box.x, y: p.y - box.y })
  const mask = maskOf([outline], box.width, box.height, place).values
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

function featureLines({ points }: FoundFace): FeatureLine[] {
  const of = (group: Parameters<typeof pointsOf>[1]) => pointsOf(points, group)
  const middle = (one: readonly Point[], other: readonly Point[]) =>
    one.map((p, i) => ({
      x: (p.x + (other[i]?.x ?? p.x)) / 2,
      y: (p.y + (other[i]?.y ?? p.y)) / 2,
    }))
  return [
    { line: of('rightUpperLid'), least: 0.75, width: 0.014 },
    { line: of('leftUpperLid'), least: 0.75, width: 0.014 },
    { line: of('rightLowerLid'), least: 0.3, width: 0.008 },
    { line: of('leftLowerLid'), least: 0.3, width: 0.008 },
    { line: middle(of('rightBrowTop'), of('rightBrowBottom')), least: 0.5, width: 0.024 },
    { line: middle(of('leftBrowTop'), of('leftBrowBottom')), least: 0.5, width: 0.024 },
    { line: middle(of('mouthTop'), of('mouthBottom')), least: 0.65, width: 0.013 },
    { line: of('lipsBottom').slice(2, -2), least: 0.35, width: 0.011 },
    { line: of('noseBase').slice(1, -1), least: 0.6, width: 0.012 },
    { line: of('noseBase').slice(0, 2), least: 0.45, width: 0.009 },
    { line: of('noseBase').slice(-2), least: 0.45, width: 0.009 },
    { line: of('jaw').slice(3, -3), least: 0.35, width: 0.009 },
  ]
}
