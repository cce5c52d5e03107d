import { between4 } from '../../../../pixels/between-pixels.ts'
import { type Box, createFloatPlane, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { boxAbout, maskOf } from '../../../face-points/face-outlines.ts'
import { type Point, pointsOf } from '../../../face-points/face-points.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { along, type DrawnFace, type Feature, featuresOf } from './feature-lines.ts'
import { smallness } from './small-faces.ts'

/** How near to a line other lines count for it, in face widths. */
const NEAR = 0.012
/** A blurred line is fainter by about this. */
const BLUR_GAIN = 2.2
/** At how many places a long line is looked at. */
const PARTS = 9
const SMALLEST_PX = 24
/** A pen knows no grey: what is missing of a line makes it wider, and less than this is no line. */
const PEN = { dark: 0.92, from: 0.12 }

type WeightAt = (share: number) => number

/**
 * Draws the lines of faces that light left too faint, so that a pale face keeps its nose; what is
 * there is not drawn twice.
 * @param isPen makes faint lines thin, and not grey
 */
export async function drawFeatures(
  { kernels, checkpoint }: ToolEnvironment,
  { lines, shading }: Record<'lines' | 'shading', FloatPlane>,
  faces: readonly DrawnFace[],
  isPen: boolean,
): Promise<void> {
  const unitPx = Math.max(lines.widthPx, lines.heightPx) / 1000
  for (const face of faces) {
    if (face.widthPx < SMALLEST_PX) continue
    const box = boxAbout(pointsOf(face.points, 'faceOval'), face.widthPx * 0.05, lines)
    const dark = createFloatPlane(box.width, box.height)
    for (let y = 0; y < box.height; y++) {
      const from = (box.y + y) * lines.widthPx + box.x
      const row = dark.values.subarray(y * box.width, (y + 1) * box.width)
      findDark(row, lines.values.subarray(from), shading.values.subarray(from))
    }
    const near = kernels.gaussian(dark, Math.max(0.7, NEAR * face.widthPx))
    await checkpoint()
    const small = smallness(face, unitPx)
    for (const feature of featuresOf(face, { unitPx, small, isPen })) {
      if (feature.line) {
        drawInParts(lines, feature, missingAlong(feature.line, feature.least, near, box), isPen)
        continue
      }
      const missing = feature.least - Math.min(feature.least, seenUnder(lines, feature, near, box))
      if (!isPen && missing > 0.02) drawOn(lines, feature, () => 1, missing)
      if (isPen && missing > PEN.from) drawOn(lines, feature, () => Math.sqrt(missing), PEN.dark)
    }
    await checkpoint()
  }
}

function findDark(row: Float32Array, lines: Float32Array, shading: Float32Array): void {
  for (let x = 0; x < row.length; x++) {
    const shade = smoothstep(0.4, 0.75, shading[x] ?? 0)
    row[x] = Math.max(1 - (lines[x] ?? 1), shade)
  }
}

/** How dark a blurred line was. */
const sharpened = (value: number | undefined) => Math.min(1, (value ?? 0) * BLUR_GAIN)

/** What is missing of a line at {@link PARTS} places of it. */
function missingAlong(
  line: readonly Point[],
  least: number,
  near: FloatPlane,
  around: Box,
): readonly number[] {
  const seen = line.map(({ x, y }) => sharpened(between4(near, x - around.x, y - around.y)))
  const reach = seen.length / PARTS
  return Array.from({ length: PARTS }, (_, part) => {
    const at = (part / (PARTS - 1)) * (seen.length - 1)
    const about = seen.slice(Math.max(0, Math.ceil(at - reach)), Math.floor(at + reach) + 1)
    const mean = about.reduce((sum, value) => sum + value, 0) / about.length
    return Math.max(0, least - mean)
  })
}

/** Draws a line as far as it is missing at each of its places. */
function drawInParts(
  lines: FloatPlane,
  feature: Feature,
  missing: readonly number[],
  isPen: boolean,
): void {
  const most = Math.max(...missing)
  if (most < (isPen ? PEN.from / 2 : 0.02)) return
  const weights = missing.map((value) =>
    isPen ? Math.sqrt(value) * smoothstep(PEN.from / 2, PEN.from, value) : value / most,
  )
  drawOn(lines, feature, along(weights), isPen ? PEN.dark : most)
}

/** How much of each pixel of a box one feature covers. */
interface Covered {
  readonly box: Box
  readonly mask: Float32Array
}

function coveredBy(lines: FloatPlane, { outline, within }: Feature, weightAt: WeightAt): Covered {
  const around = outline(weightAt)
  const box = boxAbout(around, 1, lines)
  if (box.width < 1 || box.height < 1) return { box, mask: new Float32Array() }
  const place = (p: Point) => ({ x: p.x - box.x, y: p.y - box.y })
  const mask = maskOf([around], box.width, box.height, place).values
  if (within !== undefined) {
    const inside = maskOf([within], box.width, box.height, place).values
    inside.forEach((share, i) => {
      mask[i] = (mask[i] as number) * share
    })
  }
  return { box, mask }
}

/** How dark it is already where a feature lies. */
function seenUnder(lines: FloatPlane, feature: Feature, near: FloatPlane, around: Box): number {
  const { box, mask } = coveredBy(lines, feature, () => 1)
  let [sum, seen] = [1e-6, 0]
  mask.forEach((share, i) => {
    const x = box.x - around.x + (i % box.width)
    const y = box.y - around.y + Math.floor(i / box.width)
    if (share === 0 || x < 0 || y < 0 || x >= near.widthPx || y >= near.heightPx) return
    sum += share
    seen += share * sharpened(near.values[y * near.widthPx + x])
  })
  return seen / sum
}

function drawOn(lines: FloatPlane, feature: Feature, weightAt: WeightAt, dark: number): void {
  const { box, mask } = coveredBy(lines, feature, weightAt)
  mask.forEach((share, i) => {
    if (share === 0) return
    const at = (box.y + Math.floor(i / box.width)) * lines.widthPx + box.x + (i % box.width)
    lines.values[at] = (lines.values[at] ?? 1) * (1 - dark * share)
  })
}
