import type { Kernels } from '../kernels/kernels.ts'
import { clampBox, createRaster, type PixelSource, rasterSource } from '../pixels/pixels.ts'
import type { Raster } from '../pixels/raster.ts'

/** A photo, and a small copy of it that lies in memory. */
export interface PhotoAndCopy {
  readonly source: PixelSource
  readonly overview: Raster
}

interface Centre {
  readonly centreX: number
  readonly centreY: number
  readonly sizePx: number
}

/** Pixels of the overview for each of the crop's with which the overview will do. */
const ENOUGH = 1.5

/**
 * A square about a face, turned so that the eyes are level. Outside the photo it is black. A large
 * face is read from the overview: its box in a photo of 12 megapixels may take 40 MB.
 * @param face in pixels of the photo
 * @param sides side of the square in face sizes
 * @param angle of the line between the eyes, radians
 * @param sidePx side of the result
 */
export function readUpright(
  kernels: Kernels,
  { source, overview }: PhotoAndCopy,
  face: Centre,
  sides: number,
  angle: number,
  sidePx: number,
): Raster {
  const turn = Math.abs(Math.cos(angle)) + Math.abs(Math.sin(angle))
  const outerPx = Math.round(sidePx * turn)
  const copied = overview.widthPx / source.widthPx
  const isEnough = face.sizePx * sides * turn * copied >= outerPx * ENOUGH
  const [from, by] = isEnough ? [rasterSource(overview), copied] : [source, 1]
  const side = face.sizePx * sides * turn * by
  const left = face.centreX * by - side / 2
  const top = face.centreY * by - side / 2
  const box = clampBox({ x: left, y: top, width: side, height: side }, from.widthPx, from.heightPx)
  const scale = outerPx / side
  const width = Math.max(1, Math.round(box.width * scale))
  const height = Math.max(1, Math.round(box.height * scale))
  const part = kernels[scale < 1 ? 'resizeArea' : 'resizeLanczos3'](from.read(box), width, height)
  const offsetX = (box.x - left) * scale
  const offsetY = (box.y - top) * scale
  return turned(part, offsetX, offsetY, outerPx, angle, sidePx)
}

/** The middle of a square of `outerPx`, in which `part` lies at an offset, turned by `angle`. */
function turned(
  part: Raster,
  offsetX: number,
  offsetY: number,
  outerPx: number,
  angle: number,
  sidePx: number,
): Raster {
  const result = createRaster(sidePx, sidePx)
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  // A function of a row: it is compiled after some rows, where one over all of them is left again at each.
  const turnRow = (y: number) => {
    for (let x = 0; x < sidePx; x++) {
      const dx = x + 0.5 - sidePx / 2
      const dy = y + 0.5 - sidePx / 2
      const fromX = Math.floor(outerPx / 2 + dx * cos - dy * sin - offsetX)
      const fromY = Math.floor(outerPx / 2 + dx * sin + dy * cos - offsetY)
      const to = (y * sidePx + x) * 4
      result.rgba[to + 3] = 255
      if (fromX < 0 || fromY < 0 || fromX >= part.widthPx || fromY >= part.heightPx) continue
      const from = (fromY * part.widthPx + fromX) * 4
      for (let c = 0; c < 3; c++) result.rgba[to + c] = part.rgba[from + c] ?? 0
    }
  }
  for (let y = 0; y < sidePx; y++) turnRow(y)
  return result
}
