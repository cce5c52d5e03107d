import type { Kernels } from '../../../../../kernels/kernels.ts'
import { type Box, createRaster, floatFromPlane, smoothstep } from '../../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../../pixels/raster.ts'
import type { SegmentPerson, ToolEnvironment } from '../../../../tool.ts'
import type { HeadPlace } from '../heads/head-place.ts'
import { squeezed } from './looks.ts'

/** Side of what is looked at, in sizes of the face's box; against its height so much is drawn on above it. */
const SIDE = 3.4
const ABOVE = 0.3
/** A hat reaches so far up from the middle of a face, and so far to its sides. */
const UP = 2
const ACROSS = 1.4
/** From here on the mask holds something. */
const HELD = 0.3

/**
 * Raises, in place, crowns that the picture's upper side cuts off: what ends at a side, a network
 * takes for what lies behind. It looks again at each such head with what is there drawn on upwards.
 * @param picture of the photo, of any size; the mask is of all of it
 */
export async function raiseCutOffHeads(
  env: ToolEnvironment,
  picture: Raster,
  mask: FloatPlane,
  heads: readonly HeadPlace[],
  segment: SegmentPerson,
): Promise<void> {
  for (const head of heads.filter((one) => isCutOff(mask, one))) {
    await env.checkpoint()
    const box = boxAbout(mask, head)
    const seen = await segment(squeezed(env.kernels, drawnOn(picture, mask, box)))
    raise(env.kernels, mask, floatFromPlane(seen), box, head)
  }
}

/** What is looked at of a head, in pixels of the mask: it begins above the picture. */
function boxAbout({ widthPx, heightPx }: FloatPlane, { x, size }: HeadPlace): Box {
  const side = Math.round(SIDE * size)
  const [width, height] = [Math.min(widthPx, side), Math.min(heightPx, side)]
  const left = Math.min(widthPx - width, Math.max(0, Math.round(x - width / 2)))
  const above = Math.round(ABOVE * height)
  return { x: left, y: -above, width, height: height + above }
}

/** Whether the mask meets the upper side above a head. */
function isCutOff({ widthPx, values }: FloatPlane, { x, y, size }: HeadPlace): boolean {
  if (y > UP * size || y < 0) return false
  const from = Math.max(0, Math.floor(x - size / 2))
  return values
    .subarray(from, Math.min(widthPx, Math.ceil(x + size / 2)))
    .some((value) => value > HELD)
}

/** A box of the mask as the picture shows it; beyond the picture its outmost pixels go on. */
function drawnOn(picture: Raster, mask: FloatPlane, box: Box): Raster {
  const scale = picture.widthPx / mask.widthPx
  const [left, top] = [Math.round(box.x * scale), Math.round(box.y * scale)]
  const part = createRaster(Math.round(box.width * scale), Math.round(box.height * scale))
  const from = new Uint32Array(
    picture.rgba.buffer,
    picture.rgba.byteOffset,
    picture.rgba.length / 4,
  )
  const to = new Uint32Array(part.rgba.buffer)
  for (let y = 0; y < part.heightPx; y++) {
    const row = Math.min(picture.heightPx - 1, Math.max(0, top + y)) * picture.widthPx
    for (let x = 0; x < part.widthPx; x++) {
      const column = Math.min(picture.widthPx - 1, Math.max(0, left + x))
      to[y * part.widthPx + x] = from[row + column] as number
    }
  }
  return part
}

/** Raises what lies over a face to what was seen in a box. */
function raise(
  kernels: Kernels,
  mask: FloatPlane,
  seen: FloatPlane,
  box: Box,
  head: HeadPlace,
): void {
  const { values } = kernels.resizePlane(seen, box.width, box.height)
  const end = Math.min(mask.heightPx, Math.floor(head.y))
  for (let y = 0; y < end; y++) {
    const over = smoothstep(0, 0.5, (head.y - y) / head.size)
    for (let x = box.x; x < box.x + box.width; x++) {
      const away = Math.abs(x - head.x) / head.size
      const share = over * (1 - smoothstep(ACROSS - 0.3, ACROSS, away))
      const at = y * mask.widthPx + x
      const old = mask.values[at] as number
      const raised = (values[(y - box.y) * box.width + x - box.x] as number) - old
      if (raised > 0) mask.values[at] = old + raised * share
    }
  }
}
