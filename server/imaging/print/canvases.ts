import { type Canvas, createCanvas, ImageData, Path2D } from '@napi-rs/canvas'
import type { Raster } from '#core/pixels/raster.ts'
import type { OwnPicture, PhotoPicture, Scratch } from '#core/render/assets.ts'
import type { Canvas2D, PixelBlock } from '#core/render/canvas.ts'

/** The server's canvas is the browser's in all that core draws with; only names of types differ. */
const contextOf = (canvas: Canvas): Canvas2D => canvas.getContext('2d') as unknown as Canvas2D

/** A cleared canvas that core may draw on. */
export function openScratch(widthPx: number, heightPx: number): Scratch {
  const canvas = createCanvas(widthPx, heightPx)
  return { ctx: contextOf(canvas), image: canvas, release: () => shrink(canvas) }
}

/** A picture of exactly these pixels. */
export function pictureOf({ data, width, height }: PixelBlock): OwnPicture {
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').putImageData(new ImageData(data, width, height), 0, 0)
  return { image: canvas, release: () => shrink(canvas) }
}

/** A photo's picture; `release` gives its pixels back. */
export interface PrintPicture extends PhotoPicture {
  release(): void
}

export function photoPicture(
  { widthPx, heightPx, rgba }: Raster,
  part: PhotoPicture['part'],
): PrintPicture {
  const picture = pictureOf({ data: rgba, width: widthPx, height: heightPx })
  return { ...picture, widthPx, heightPx, part }
}

export const pathOf = (d: string): Path2D => new Path2D(d)

/** What a canvas holds lies outside of what the collector counts. */
function shrink(canvas: Canvas): void {
  canvas.width = 1
  canvas.height = 1
}
