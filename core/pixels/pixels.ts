import type { FloatPlane, Plane, Raster } from './raster.ts'

/** A rectangle in whole pixels. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A photo that is read a piece at a time, so that its whole need not lie in memory as bytes. */
export interface PixelSource {
  readonly widthPx: number
  readonly heightPx: number
  /** Said where it is known that nothing of it is clear: nothing need be read for its alpha. */
  readonly isOpaque?: true
  /** Pixels of a box that lies within the picture; a copy, which the caller may write over. */
  read(box: Box): Raster
  /**
   * For who reads nothing but alpha from now on: a source of that, where more need not be kept for
   * it. Then this one is not to be read any more.
   */
  alphaOnly?(): PixelSource
}

/** Takes a result from the top to the bottom, a strip at a time. */
export interface PixelSink {
  /**
   * The strip's memory may be written over afterwards.
   * @returns where it is worth waiting: until there is room for the next strip
   */
  write(topPx: number, strip: Raster): void | Promise<void>
}

/** Takes a matte from the top to the bottom, a strip at a time. */
export interface PlaneSink {
  write(topPx: number, strip: Plane): void
}

export const createRaster = (widthPx: number, heightPx: number): Raster => ({
  widthPx,
  heightPx,
  rgba: new Uint8ClampedArray(widthPx * heightPx * 4),
})

export const createPlane = (widthPx: number, heightPx: number): Plane => ({
  widthPx,
  heightPx,
  values: new Uint8ClampedArray(widthPx * heightPx),
})

export const createFloatPlane = (widthPx: number, heightPx: number): FloatPlane => ({
  widthPx,
  heightPx,
  values: new Float32Array(widthPx * heightPx),
})

/** A plane that has one value everywhere, for what is read as if it were larger. */
export function constantPlane(value: number): FloatPlane {
  const plane = createFloatPlane(1, 1)
  plane.values[0] = value
  return plane
}

/** The alpha of a picture, 0..255. */
export function alphaPlane({ widthPx, heightPx, rgba }: Raster): Plane {
  const alpha = createPlane(widthPx, heightPx)
  for (let i = 0; i < alpha.values.length; i++) alpha.values[i] = rgba[i * 4 + 3] as number
  return alpha
}

/** 0..255 to 0..1. */
export function floatFromPlane(plane: Plane): FloatPlane {
  const result = createFloatPlane(plane.widthPx, plane.heightPx)
  for (let i = 0; i < plane.values.length; i++) result.values[i] = (plane.values[i] ?? 0) / 255
  return result
}

/** Rows of a plane, sharing its memory. */
export const planeRows = <Values extends { subarray(from: number, to: number): Values }>(
  plane: { readonly widthPx: number; readonly values: Values },
  top: number,
  height: number,
) => ({
  widthPx: plane.widthPx,
  heightPx: height,
  values: plane.values.subarray(top * plane.widthPx, (top + height) * plane.widthPx),
})

/** Rows of a raster, sharing its memory. */
export const rasterRows = (raster: Raster, top: number, height: number): Raster => ({
  widthPx: raster.widthPx,
  heightPx: height,
  rgba: raster.rgba.subarray(top * raster.widthPx * 4, (top + height) * raster.widthPx * 4),
})

/** A source of opaque pixels of no colour that is meant; each is good until the next is read. */
export function opaqueSource(widthPx: number, heightPx: number): PixelSource {
  let rgba = new Uint8ClampedArray(0)
  return {
    widthPx,
    heightPx,
    isOpaque: true,
    read: ({ width, height }) => {
      const length = width * height * 4
      if (rgba.length < length) rgba = new Uint8ClampedArray(length)
      return { widthPx: width, heightPx: height, rgba: rgba.subarray(0, length).fill(255) }
    },
  }
}

/** A picture in memory as a source. */
export const rasterSource = (raster: Raster): PixelSource => ({
  widthPx: raster.widthPx,
  heightPx: raster.heightPx,
  read: (box) => cropRaster(raster, box),
})

/** A picture in memory as a sink. */
export const rasterSink = (raster: Raster): PixelSink => ({
  write: (topPx, strip) => raster.rgba.set(strip.rgba, topPx * raster.widthPx * 4),
})

/** A matte in memory as a sink. */
export const planeSink = (plane: Plane): PlaneSink => ({
  write: (topPx, strip) => plane.values.set(strip.values, topPx * plane.widthPx),
})

/** A copy of a box that lies within the picture. */
export function cropRaster(raster: Raster, box: Box): Raster {
  // Most are whole rows, which one copy takes.
  if (box.x === 0 && box.width === raster.widthPx) {
    const { widthPx, heightPx, rgba } = rasterRows(raster, box.y, box.height)
    return { widthPx, heightPx, rgba: rgba.slice() }
  }
  const crop = createRaster(box.width, box.height)
  for (let y = 0; y < box.height; y++) {
    const from = ((box.y + y) * raster.widthPx + box.x) * 4
    crop.rgba.set(raster.rgba.subarray(from, from + box.width * 4), y * box.width * 4)
  }
  return crop
}

/** Copies a part into a picture that has room for it. */
export function pasteRaster(into: Raster, part: Raster, xPx: number, yPx: number): void {
  const bytes = part.widthPx * 4
  for (let row = 0; row < part.heightPx; row++) {
    const pixels = part.rgba.subarray(row * bytes, (row + 1) * bytes)
    into.rgba.set(pixels, ((yPx + row) * into.widthPx + xPx) * 4)
  }
}

/** A copy of a box that lies within the plane. */
export function cropPlane(plane: Plane, box: Box): Plane {
  const crop = createPlane(box.width, box.height)
  for (let y = 0; y < box.height; y++) {
    const from = (box.y + y) * plane.widthPx + box.x
    crop.values.set(plane.values.subarray(from, from + box.width), y * box.width)
  }
  return crop
}

/** A box with so much more on every side, as far as the picture goes. */
export const grownBox = (
  { x, y, width, height }: Box,
  by: number,
  picture: { readonly widthPx: number; readonly heightPx: number },
): Box =>
  clampBox(
    { x: x - by, y: y - by, width: width + by * 2, height: height + by * 2 },
    picture.widthPx,
    picture.heightPx,
  )

/** The least box that holds two. */
export function unionBox(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  const right = Math.max(a.x + a.width, b.x + b.width)
  const bottom = Math.max(a.y + a.height, b.y + b.height)
  return { x, y, width: right - x, height: bottom - y }
}

/** How much of what two boxes cover together both do, 0..1 (intersection over union). */
export function sharedOfBoxes(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  if (width <= 0 || height <= 0) return 0
  return (width * height) / (a.width * a.height + b.width * b.height - width * height)
}

/** The box at another scale of its picture, not rounded. @param down where it is not the same */
export const scaledBox = ({ x, y, width, height }: Box, scale: number, down = scale): Box => ({
  x: x * scale,
  y: y * down,
  width: width * scale,
  height: height * down,
})

/** A box in fractions of the sides of what it lies in. */
export const fractionsOf = (
  { x, y, width, height }: Box,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
): Box => ({
  x: x / widthPx,
  y: y / heightPx,
  width: width / widthPx,
  height: height / heightPx,
})

/** The part of a box that lies within a picture, at least one pixel. */
export function clampBox(box: Box, widthPx: number, heightPx: number): Box {
  const x = Math.min(widthPx - 1, Math.max(0, Math.floor(box.x)))
  const y = Math.min(heightPx - 1, Math.max(0, Math.floor(box.y)))
  const right = Math.min(widthPx, Math.ceil(box.x + box.width))
  const bottom = Math.min(heightPx, Math.ceil(box.y + box.height))
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) }
}

/** Width and height with the longer side at most `longSidePx`, never larger than the picture. */
export function fittedSize(
  picture: { readonly widthPx: number; readonly heightPx: number },
  longSidePx: number,
): { widthPx: number; heightPx: number } {
  const ratio = Math.min(1, longSidePx / Math.max(picture.widthPx, picture.heightPx))
  return {
    widthPx: Math.max(1, Math.round(picture.widthPx * ratio)),
    heightPx: Math.max(1, Math.round(picture.heightPx * ratio)),
  }
}

/** Whether nothing of a picture is transparent. A pixel is read as one word, whose highest byte is alpha. */
export function isOpaque({ rgba }: Raster): boolean {
  const pixels = new Int32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4)
  const inFours = pixels.length - (pixels.length % 4)
  let common = -1
  // Four at a time take half as long as one by one.
  for (let i = 0; i < inFours; i += 4) {
    const two = (pixels[i] as number) & (pixels[i + 1] as number)
    common &= two & (pixels[i + 2] as number) & (pixels[i + 3] as number)
  }
  for (let i = inFours; i < pixels.length; i++) common &= pixels[i] as number
  return common >>> 24 === 255
}

/** 0 below `from`, 1 above `to`, a smooth S between. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

/** `Math.hypot` of two, to the bit, for loops over pixels: that takes four times as long and makes garbage. */
export function hypotenuse(x: number, y: number): number {
  const [across, down] = [Math.abs(x), Math.abs(y)]
  const longer = across > down ? across : down
  if (longer === 0) return 0
  const [u, v] = [across / longer, down / longer]
  return Math.sqrt(u * u + v * v) * longer
}
