import type { JobContext } from '../../../../jobs.ts'
import { createRaster } from '../../../../pixels/pixels.ts'
import type { Holed } from './hole-levels.ts'

/** Pixels about each that its texture is read from, and what its steps are multiplied by. */
const RADIUS_PX = 4
const GAIN = 5

/**
 * A picture whose fourth channel says how rough it is about each pixel: where it is made smaller,
 * grass and fur would else be like any smooth thing of their colour (after Newson et al. 2014).
 */
export async function textured(
  job: Pick<JobContext, 'checkpoint'>,
  { picture, hole }: Holed,
): Promise<Holed> {
  const { widthPx, heightPx, rgba } = picture
  const count = widthPx * heightPx
  const steps = new Float32Array(count)
  const known = new Float32Array(count)
  const lightAt = (at: number) =>
    ((rgba[at * 4] as number) + 2 * (rgba[at * 4 + 1] as number) + (rgba[at * 4 + 2] as number)) / 4
  for (let at = 0; at < count - widthPx; at++) {
    const [right, below] = [at + 1, at + widthPx]
    if (at % widthPx === widthPx - 1) continue
    if (hole.values[at] !== 0 || hole.values[right] !== 0 || hole.values[below] !== 0) continue
    const light = lightAt(at)
    steps[at] = Math.abs(lightAt(right) - light) + Math.abs(lightAt(below) - light)
    known[at] = 1
  }
  await job.checkpoint()
  const sums = boxSums(steps, widthPx, heightPx)
  await job.checkpoint()
  const counts = boxSums(known, widthPx, heightPx)
  await job.checkpoint()
  const result = createRaster(widthPx, heightPx)
  result.rgba.set(rgba)
  for (let at = 0; at < count; at++) {
    const seen = counts[at] as number
    result.rgba[at * 4 + 3] = seen === 0 ? 0 : Math.round((GAIN * (sums[at] as number)) / seen)
  }
  return { picture: result, hole }
}

/** Sums over a square about each pixel, by running sums along both ways. */
function boxSums(values: Float32Array, width: number, height: number): Float32Array {
  const across = runningSums(values, width, height, 1, width)
  return runningSums(across, height, width, width, 1)
}

function runningSums(
  values: Float32Array,
  length: number,
  lines: number,
  step: number,
  stride: number,
): Float32Array {
  const sums = new Float32Array(values.length)
  for (let line = 0; line < lines; line++) {
    let sum = 0
    for (let i = -RADIUS_PX; i < length; i++) {
      const enters = i + RADIUS_PX
      const leaves = i - RADIUS_PX - 1
      if (enters < length) sum += values[line * stride + enters * step] as number
      if (leaves >= 0) sum -= values[line * stride + leaves * step] as number
      if (i >= 0) sums[line * stride + i * step] = sum
    }
  }
  return sums
}
