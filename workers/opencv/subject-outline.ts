import type { Mat } from '@techstark/opencv-js'
import {
  type LevelField,
  type OutlineRing,
  outermostFirst,
  settledOnLevel,
} from '#core/pixels/outline.ts'
import type { Plane } from '#core/pixels/raster.ts'
import type { Job } from '../job-registry.ts'
import type { OutlineSettings } from './api.ts'
import { type Mats, withMats } from './mats.ts'
import { type OpenCv, openCv } from './open-cv.ts'

/** Longer side of the picture the outline is found on, its margin included. */
const LONG_SIDE_PX = 1024
/** Room beyond the outermost line, so that none touches the border. */
const MARGIN_PX = 3
/** Half of the matte: where the subject's soft edge has its middle. */
const EDGE = 127
/** A distance is measured between middles of pixels; the edge lies half a pixel before. */
const HALF_PX = 0.5
/** Takes the staircase out of the distances. */
const BLUR_SIGMA_PX = 1
/** The simplified line leaves the true one by less than this share of the picture's longer side. */
const SIMPLIFY_SHARE = 0.0003
/** Smaller lines are noise, in px² of the small picture. */
const SPECK_PX = 12
const STEPS = 3

/** The small picture: the matte scaled by `ratioX`, `ratioY`, with `padPx` around it. */
interface Frame {
  readonly widthPx: number
  readonly heightPx: number
  readonly ratioX: number
  readonly ratioY: number
  readonly padPx: number
  readonly growPx: number
  readonly smoothPx: number
}

/** The outline is where `field` has `level`; it is larger inside. */
interface LevelLine {
  readonly field: LevelField
  readonly level: number
}

/**
 * The lines that run `widthPx` outside the subject: a growth by exact Euclidean distance, with
 * notches bridged by a closing of radius `smoothPx` (growth by both, then back by `smoothPx`).
 * @throws StampaError `cancelled`, or as {@link openCv}
 */
export async function subjectOutline(
  job: Job,
  matte: Plane,
  settings: OutlineSettings,
): Promise<readonly OutlineRing[]> {
  const cv = await openCv(job)
  const step = async (done: number) => {
    job.report({ stage: 'draw', done, total: STEPS, unit: 'steps' })
    await job.checkpoint()
  }
  await step(0)
  const frame = frameOf(matte, settings)
  const line = withMats(cv, (mats) => levelLine(cv, mats, matte, frame))
  await step(1)
  const contours = withMats(cv, (mats) => wholePixelContours(cv, mats, line))
  await step(2)
  const rings = contours.map(({ role, points }) => ({
    role,
    points: simplified(cv, settledOnLevel(points, line.field, line.level), frame),
  }))
  job.report({ stage: 'draw', done: STEPS, total: STEPS, unit: 'steps' })
  return outermostFirst(rings, SPECK_PX / (frame.ratioX * frame.ratioY))
}

function frameOf(matte: Plane, { widthPx, smoothPx }: OutlineSettings): Frame {
  const reachPx = widthPx + smoothPx
  const longSidePx = Math.max(matte.widthPx, matte.heightPx)
  const ratio = Math.min(1, (LONG_SIDE_PX - 2 * MARGIN_PX - 2) / (longSidePx + 2 * reachPx))
  const smallWidthPx = Math.max(1, Math.round(matte.widthPx * ratio))
  const smallHeightPx = Math.max(1, Math.round(matte.heightPx * ratio))
  return {
    widthPx: smallWidthPx,
    heightPx: smallHeightPx,
    ratioX: smallWidthPx / matte.widthPx,
    ratioY: smallHeightPx / matte.heightPx,
    padPx: Math.ceil(reachPx * ratio) + MARGIN_PX,
    growPx: widthPx * ratio,
    smoothPx: smoothPx * ratio,
  }
}

function levelLine(cv: OpenCv, mats: Mats, matte: Plane, frame: Frame): LevelLine {
  const { growPx, smoothPx } = frame
  const small = paddedSmall(cv, mats, matte, frame)
  if (growPx + smoothPx === 0) return { field: softField(cv, mats, small, 1), level: EDGE }
  const outside = mats.empty()
  cv.threshold(small, outside, EDGE, 255, cv.THRESH_BINARY_INV)
  const isEmpty = cv.countNonZero(outside) === outside.rows * outside.cols
  // Without a subject there is nothing to be distant from.
  if (isEmpty) return { field: softField(cv, mats, small, 1), level: EDGE }
  const away = distances(cv, mats, outside)
  if (smoothPx === 0) return { field: softField(cv, mats, away, -1), level: -growPx - HALF_PX }
  const reached = mats.empty()
  cv.threshold(away, reached, growPx + smoothPx + HALF_PX, 255, cv.THRESH_BINARY_INV)
  reached.convertTo(reached, cv.CV_8U)
  return {
    field: softField(cv, mats, distances(cv, mats, reached), 1),
    level: smoothPx + HALF_PX,
  }
}

function paddedSmall(cv: OpenCv, mats: Mats, matte: Plane, frame: Frame): Mat {
  const whole = mats.bytes(matte.values, matte.widthPx, matte.heightPx)
  const small = mats.empty()
  const size = new cv.Size(frame.widthPx, frame.heightPx)
  cv.resize(whole, small, size, 0, 0, cv.INTER_AREA)
  const { padPx } = frame
  const padded = mats.empty()
  const nothing = new cv.Scalar(0, 0, 0, 0)
  cv.copyMakeBorder(small, padded, padPx, padPx, padPx, padPx, cv.BORDER_CONSTANT, nothing)
  return padded
}

/** Of every pixel that is not 0, the distance to the nearest that is. */
function distances(cv: OpenCv, mats: Mats, mask: Mat): Mat {
  const distance = mats.empty()
  cv.distanceTransform(mask, distance, cv.DIST_L2, cv.DIST_MASK_PRECISE)
  return distance
}

function softField(cv: OpenCv, mats: Mats, heights: Mat, sign: 1 | -1): LevelField {
  const soft = mats.empty()
  heights.convertTo(soft, cv.CV_32F, sign)
  cv.GaussianBlur(soft, soft, new cv.Size(0, 0), BLUR_SIGMA_PX, 0, cv.BORDER_REPLICATE)
  return { width: soft.cols, height: soft.rows, values: new Float32Array(soft.data32F) }
}

interface Contour {
  readonly role: OutlineRing['role']
  readonly points: Int32Array
}

function wholePixelContours(cv: OpenCv, mats: Mats, { field, level }: LevelLine): Contour[] {
  const inside = new Uint8Array(field.values.length)
  for (let i = 0; i < inside.length; i++) inside[i] = (field.values[i] ?? 0) > level ? 255 : 0
  const image = mats.bytes(inside, field.width, field.height)
  const found = mats.own(new cv.MatVector())
  const hierarchy = mats.empty()
  cv.findContours(image, found, hierarchy, cv.RETR_CCOMP, cv.CHAIN_APPROX_NONE)
  return Array.from({ length: found.size() }, (_, i) => {
    const contour = mats.own(found.get(i))
    // Next, previous, first child, parent: a line within another is a hole's.
    const parent = hierarchy.data32S[i * 4 + 3] ?? -1
    return { role: parent < 0 ? 'outer' : 'hole', points: new Int32Array(contour.data32S) }
  })
}

function simplified(
  cv: OpenCv,
  contour: Float32Array<ArrayBuffer>,
  { widthPx, heightPx, padPx, ratioX, ratioY }: Frame,
): OutlineRing['points'] {
  return withMats(cv, (mats) => {
    const curve = mats.own(new cv.Mat(contour.length / 2, 1, cv.CV_32FC2))
    curve.data32F.set(contour)
    const fewer = mats.empty()
    cv.approxPolyDP(curve, fewer, SIMPLIFY_SHARE * Math.max(widthPx, heightPx), true)
    const corners = fewer.data32F
    return Array.from({ length: corners.length / 2 }, (_, i) => ({
      xPx: ((corners[2 * i] ?? 0) + HALF_PX - padPx) / ratioX,
      yPx: ((corners[2 * i + 1] ?? 0) + HALF_PX - padPx) / ratioY,
    }))
  })
}
