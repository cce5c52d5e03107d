import { readFileSync } from 'node:fs'
import { createCanvas, GlobalFonts, loadImage, Path2D } from '@napi-rs/canvas'
import type { OwnPicture, RenderAssets, Scratch } from '#core/render/assets.ts'
import type { Canvas2D, PixelBlock } from '#core/render/canvas.ts'
import { createKept } from '#core/render/kept.ts'
import { stickerSetSchema } from '#core/render/sticker-schemas.ts'
import type { StickerProgram } from '#core/render/stickers.ts'

/** The renderer on a server's canvas: what the print server will draw with. */
GlobalFonts.registerFromPath(
  'node_modules/@fontsource/noto-sans-sc/files/noto-sans-sc-latin-400-normal.woff2',
  'Test Sans',
)
GlobalFonts.registerFromPath(
  'node_modules/@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff2',
  'Test Arabic',
)

/** A canvas that core may draw on; the two shapes differ only in names of types. */
export function openCanvas(widthPx: number, heightPx: number): Scratch {
  const canvas = createCanvas(widthPx, heightPx)
  const ctx = canvas.getContext('2d') as unknown as Canvas2D
  return { ctx, image: canvas, release: () => undefined }
}

/** A picture of exactly these pixels. */
export function pictureOf(pixels: PixelBlock): OwnPicture {
  const { ctx, image } = openCanvas(pixels.width, pixels.height)
  ctx.putImageData(pixels, 0, 0)
  return { image, release: () => undefined }
}

/** A red square above, a blue one below: a sticker without files. */
const twoTone: StickerProgram = {
  paths: [
    { d: 'M0 0h32v16h-32Z', fill: '#ff0000' },
    { d: 'M0 16h32v16h-32Z', fill: '#0000ff' },
  ],
}

export function stickerOf(category: string, id: string): StickerProgram | undefined {
  const text = readFileSync(`public/generated/stickers/${category}.json`, 'utf8')
  return stickerSetSchema.parse(JSON.parse(text)).stickers[id]
}

/** A picture of four coloured quarters: red, green / blue, white. */
export async function quarters(sidePx: number) {
  const canvas = createCanvas(sidePx, sidePx)
  const ctx = canvas.getContext('2d')
  const half = sidePx / 2
  for (const [x, y, colour] of [
    [0, 0, '#ff0000'],
    [half, 0, '#00ff00'],
    [0, half, '#0000ff'],
    [half, half, '#ffffff'],
  ] as const) {
    ctx.fillStyle = colour
    ctx.fillRect(x, y, half, half)
  }
  return loadImage(await canvas.encode('png'))
}

export function testAssets(photo: RenderAssets['photo'] = () => null): RenderAssets {
  return {
    photo,
    sticker: (id) => (id === 'two-tone' ? twoTone : null),
    fontFamily: () => '"Test Sans", "Test Arabic"',
    path: (d) => new Path2D(d),
    scratch: openCanvas,
    picture: pictureOf,
    kept: createKept(),
  }
}

export type Colour = readonly [red: number, green: number, blue: number, alpha: number]

export function pixelAt(ctx: Canvas2D, x: number, y: number): Colour {
  const [red = 0, green = 0, blue = 0, alpha = 0] = ctx.getImageData(x, y, 1, 1).data
  return [red, green, blue, alpha]
}
