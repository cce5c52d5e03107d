import { describe, expect, it } from 'vitest'
import { newDesign, textLayer } from '#core/design/create.ts'
import type { Design } from '#core/design/document.ts'
import { addLayers } from '#core/design/edits/layers.ts'
import { boundsOverlap, layerBounds } from '#core/design/geometry.ts'
import { stickerLayer } from '#core/design/new-sticker.ts'
import { emptyCase, roundCake } from './designs.ts'

const withSticker = (design: Design, id: string): Design =>
  addLayers(design, [stickerLayer(design, id, 'heart')])

describe('a sticker that is added', () => {
  it('covers no text and no other sticker while there is room beside them', () => {
    const rooms = [
      [emptyCase(), ['a', 'b', 'c']],
      [newDesign(roundCake(), 'd'), ['a', 'b']],
    ] as const
    for (const [empty, ids] of rooms) {
      const texted = addLayers(empty, [textLayer(empty, 'text', 'Happy birthday!')])
      const design = ids.reduce<Design>(withSticker, texted)
      const boxes = design.layers.map((layer) => layerBounds(layer))
      boxes.forEach((box, at) => {
        for (const other of boxes.slice(at + 1)) expect(boundsOverlap(box, other)).toBe(false)
        for (const hole of empty.product.geometry.holes) {
          expect(boundsOverlap(box, hole)).toBe(false)
        }
      })
    }
  })

  it('stands in the middle where nothing else does, and aside of the others where no room is left', () => {
    const empty = emptyCase()
    const first = stickerLayer(empty, 'a', 'heart')
    expect(first.xMm).toBeCloseTo(empty.product.geometry.widthMm / 2, 6)
    const ids = Array.from({ length: 30 }, (_, at) => `s${at}`)
    const full = ids.reduce(withSticker, empty)
    const places = full.layers.map(({ xMm, yMm }) => `${xMm.toFixed(2)} ${yMm.toFixed(2)}`)
    expect(new Set(places.slice(0, 8)).size).toBe(8)
  })
})
