import { describe, expect, it } from 'vitest'
import type { Design } from '#core/design/document.ts'
import { drawDesign } from '#core/render/draw-design.ts'
import { textSizeMm } from '#core/render/text-bounds.ts'
import type { RenderView } from '#core/render/view.ts'
import {
  cake,
  doodleLayer,
  phoneDesign,
  photoLayer,
  stickerLayer,
  textLayer,
} from '../../browser/harness/compositor-designs.ts'
import { openCanvas, pixelAt, quarters, testAssets } from './test-canvas.ts'

const SCALE = 4
const photoRef = {
  hash: 'a'.repeat(64),
  widthPx: 64,
  heightPx: 64,
  mediaType: 'image/png',
} as const

const plain = (layers: Design['layers']): Design =>
  phoneDesign(layers, { background: { kind: 'colour', colour: '#204060' } })

const viewOf = (design: Design, more: Partial<RenderView> = {}): RenderView => {
  const { widthMm, heightMm, bleedMm } = design.product.geometry
  return {
    widthPx: (widthMm + 2 * bleedMm + 8) * SCALE,
    heightPx: (heightMm + 2 * bleedMm + 8) * SCALE,
    scalePxPerMm: SCALE,
    originXPx: (bleedMm + 4) * SCALE,
    originYPx: (bleedMm + 4) * SCALE,
    placeholders: false,
    hiddenLayerIds: [],
    ...more,
  }
}

/** Draws and answers a way to ask for the colour at a place in mm of the design. */
function draw(design: Design, assets = testAssets(), more: Partial<RenderView> = {}) {
  const view = viewOf(design, more)
  const { ctx } = openCanvas(view.widthPx, view.heightPx)
  drawDesign(ctx, design, view, assets)
  return (xMm: number, yMm: number) =>
    pixelAt(ctx, Math.round(view.originXPx + xMm * SCALE), Math.round(view.originYPx + yMm * SCALE))
}

const BACKGROUND = [32, 64, 96, 255]

describe('a design is drawn', () => {
  it('with its background into the bleed and nothing outside', () => {
    const at = draw(plain([]))
    expect(at(38, 100)).toEqual(BACKGROUND)
    expect(at(-1.5, 80)).toEqual(BACKGROUND)
    expect(at(-3, 80)).toEqual([0, 0, 0, 0])
    expect(at(-1.5, -1.5)).toEqual([0, 0, 0, 0])
  })

  it('without ink in the product openings, whatever lies over them', () => {
    const over = stickerLayer({ id: 's', stickerId: 'two-tone', xMm: 20, yMm: 20, scale: 4 })
    const at = draw(plain([over]))
    expect(at(20, 20)).toEqual([0, 0, 0, 0])
    expect(at(45, 20)[3]).toBe(255)
  })

  it('with a gradient that reaches the corners of the sheet', () => {
    const design = phoneDesign([], {
      background: {
        kind: 'gradient',
        gradient: 'linear',
        angleDeg: 0,
        stops: [
          { at: 0, colour: '#ff0000' },
          { at: 1, colour: '#0000ff' },
        ],
      },
    })
    const at = draw(design)
    expect(at(60, -1)[0]).toBeGreaterThan(248)
    expect(at(38, 159)[2]).toBeGreaterThan(248)
  })

  it('with stickers turned, flipped and faded as one piece', () => {
    const sticker = stickerLayer({ id: 's', stickerId: 'two-tone', yMm: 100 })
    expect(draw(plain([sticker]))(38, 95)).toEqual([255, 0, 0, 255])
    expect(draw(plain([{ ...sticker, rotationDeg: 180 }]))(38, 95)).toEqual([0, 0, 255, 255])
    expect(draw(plain([{ ...sticker, hidden: true }]))(38, 95)).toEqual(BACKGROUND)
    const [red] = draw(plain([{ ...sticker, opacity: 0.5 }]))(38, 95)
    expect(Math.abs(red - (255 + 32) / 2)).toBeLessThanOrEqual(2)
  })

  it('with photos cropped, flipped and cut to their mask', async () => {
    const image = await quarters(64)
    const assets = testAssets(() => ({
      image,
      widthPx: 64,
      heightPx: 64,
      part: { x: 0, y: 0, width: 1, height: 1 },
    }))
    const photo = photoLayer(photoRef, { id: 'p', yMm: 100, widthMm: 40, heightMm: 40 })
    expect(draw(plain([photo]), assets)(28, 90)).toEqual([255, 0, 0, 255])
    expect(draw(plain([{ ...photo, flipX: true }]), assets)(28, 90)).toEqual([0, 255, 0, 255])
    const right = { ...photo, crop: { x: 0.5, y: 0, width: 0.5, height: 1 } }
    expect(draw(plain([right]), assets)(28, 90)).toEqual([0, 255, 0, 255])
    const round = draw(plain([{ ...photo, mask: 'circle' }]), assets)
    expect(round(19, 81)).toEqual(BACKGROUND)
    expect(round(30, 92)).toEqual([255, 0, 0, 255])
  })

  it('the same from a picture that holds only part of the photo', async () => {
    const image = await quarters(64)
    const part = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 }
    const assets = testAssets(() => ({ image, widthPx: 64, heightPx: 64, part }))
    const photo = photoLayer(photoRef, { id: 'p', yMm: 100, widthMm: 40, heightMm: 40 })
    const at = draw(plain([photo]), assets)
    expect(at(33, 95)).toEqual([255, 0, 0, 255])
    expect(at(22, 84)).toEqual(BACKGROUND)
  })

  it('with an eraser that takes away within its own layer alone', () => {
    const line = (colour: string, eraser: boolean) => ({
      points: Array.from({ length: 20 }, (_, at): [number, number, number] => [at - 10, 0, 0.5]),
      colour,
      widthMm: eraser ? 2 : 6,
      eraser,
    })
    const doodle = doodleLayer({
      id: 'd',
      yMm: 100,
      strokes: [line('#ffffff', false), line('#000000', true)],
    })
    const at = draw(plain([doodle]))
    expect(at(38, 100)).toEqual(BACKGROUND)
    expect(at(38, 102.2)).toEqual([255, 255, 255, 255])
  })

  it('with empty slots shown on the stage and never on a print', () => {
    const design = {
      ...plain([]),
      layout: { layoutId: 'full', gapMm: 0, marginMm: 10, cornerRadiusMm: 0 },
    } as const satisfies Design
    expect(draw(design)(60, 120)).toEqual(BACKGROUND)
    expect(draw(design, testAssets(), { placeholders: true })(60, 120)).not.toEqual(BACKGROUND)
  })

  it('with a round outline where the product is round', () => {
    const design = plain([])
    const round: Design = {
      ...design,
      product: {
        kind: 'cake',
        catalogueVersion: 1,
        shape: 'round',
        sizeInches: 4,
        geometry: cake(60),
      },
    }
    const at = draw(round)
    expect(at(30, 30)).toEqual(BACKGROUND)
    expect(at(4, 4)).toEqual([0, 0, 0, 0])
  })
})

describe('a text is drawn', () => {
  const text = textLayer({ id: 't', text: 'HHHH', yMm: 100, sizeMm: 20, colour: '#ffffff' })
  const ruler = openCanvas(1, 1).ctx

  it('with its outline outside the letters', () => {
    const outlined = { ...text, text: 'I', outline: { colour: '#ff0000', widthMm: 2 } }
    const at = draw(plain([outlined]))
    expect(at(38, 100)).toEqual([255, 255, 255, 255])
    expect(at(40.2, 100)).toEqual([255, 0, 0, 255])
  })

  it('with letters that are seen through showing no outline inside', () => {
    const glass = { ...text, text: 'I', colour: '#ffffff00' }
    const at = draw(plain([{ ...glass, outline: { colour: '#ff0000', widthMm: 2 } }]))
    expect(at(38, 100)).toEqual(BACKGROUND)
    expect(at(40.2, 100)).toEqual([255, 0, 0, 255])
  })

  it('over a shadow that is soft and lies where it is put', () => {
    const shaded = {
      ...text,
      text: 'I',
      shadow: { colour: '#000000', blurMm: 1, dxMm: 8, dyMm: 0 },
    }
    const at = draw(plain([shaded]))
    expect(at(46, 100)[2]).toBeLessThan(40)
    expect(at(38, 100)).toEqual([255, 255, 255, 255])
  })

  it('in the same proportions at every scale', () => {
    const size = textSizeMm({ ctx: ruler, assets: testAssets() }, text)
    const twice = textSizeMm({ ctx: ruler, assets: testAssets() }, { ...text, sizeMm: 40 })
    expect(twice.widthMm).toBeCloseTo(2 * size.widthMm, 6)
  })

  it('wider by its letter spacing, between the letters only', () => {
    const plainSize = textSizeMm({ ctx: ruler, assets: testAssets() }, text)
    const spaced = { ...text, letterSpacingEm: 0.5 }
    const size = textSizeMm({ ctx: ruler, assets: testAssets() }, spaced)
    expect(size.widthMm).toBeCloseTo(plainSize.widthMm + 3 * 0.5 * 20, 1)
  })

  it('higher and narrower when it is bent to an arc', () => {
    const long = { ...text, text: 'HHHHHHHHHHHH' }
    const straight = textSizeMm({ ctx: ruler, assets: testAssets() }, long)
    const bent = textSizeMm({ ctx: ruler, assets: testAssets() }, { ...long, curveDeg: 180 })
    expect(bent.heightMm).toBeGreaterThan(2 * straight.heightMm)
    expect(bent.widthMm).toBeLessThan(straight.widthMm)
  })
})
