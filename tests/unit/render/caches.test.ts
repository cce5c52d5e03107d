import { describe, expect, it } from 'vitest'
import { ByteLru } from '#core/cache/byte-lru.ts'
import { textLayer } from '#core/design/create.ts'
import type { RenderAssets } from '#core/render/assets.ts'
import { drawDesign } from '#core/render/draw-design.ts'
import { createKept } from '#core/render/kept.ts'
import { caseWith, emptyCase } from '../design/designs.ts'
import { openCanvas, pictureOf, testAssets } from './test-canvas.ts'

describe('a cache bounded by bytes', () => {
  it('releases what was used least recently when its budget is spent', () => {
    const released: string[] = []
    const cache = new ByteLru<string, string>({
      budgetBytes: 100,
      release: (value) => released.push(value),
    })
    cache.set('a', 'A', 40)
    cache.set('b', 'B', 40)
    expect(cache.get('a')).toBe('A')
    cache.set('c', 'C', 40)
    expect(released).toEqual(['B'])
    expect([cache.has('a'), cache.has('b'), cache.bytes]).toEqual([true, false, 80])
  })

  it('holds the latest value however large it is', () => {
    const cache = new ByteLru<string, string>({ budgetBytes: 10 })
    cache.set('a', 'A', 5)
    cache.set('b', 'B', 500)
    expect([cache.get('a'), cache.get('b')]).toEqual([undefined, 'B'])
  })

  it('releases a value that another replaces, and all of them when it is cleared', () => {
    const released: string[] = []
    const cache = new ByteLru<string, string>({
      budgetBytes: 100,
      release: (value) => released.push(value),
    })
    cache.set('a', 'old', 10)
    cache.set('a', 'new', 20)
    expect([released, cache.bytes]).toEqual([['old'], 20])
    cache.clear()
    expect([released, cache.bytes]).toEqual([['old', 'new'], 0])
  })
})

it('a text shadow gives its scratch canvas back, and 120 steps of zoom stay within the budget', () => {
  const budgetBytes = 4 << 20
  let lent = 0
  let heldBytes = 0
  const assets: RenderAssets = {
    ...testAssets(),
    scratch: (widthPx, heightPx) => {
      lent += 1
      const release = () => {
        lent -= 1
      }
      return { ...openCanvas(widthPx, heightPx), release }
    },
    picture: (pixels) => {
      const bytes = pixels.width * pixels.height * 4
      heldBytes += bytes
      const release = () => {
        heldBytes -= bytes
      }
      return { ...pictureOf(pixels), release }
    },
    kept: createKept(budgetBytes),
  }
  const shadow = { colour: '#00000080', blurMm: 0.4, dxMm: 1, dyMm: 1 }
  const design = caseWith({
    ...textLayer(emptyCase(), 't', 'Nonna'),
    sizeMm: 20,
    shadow,
  })
  const { ctx } = openCanvas(400, 400)
  for (let step = 0; step < 120; step++) {
    const scalePxPerMm = 4 + step * 0.1
    drawDesign(
      ctx,
      design,
      {
        widthPx: 400,
        heightPx: 400,
        scalePxPerMm,
        originXPx: 0,
        originYPx: 0,
        placeholders: false,
        hiddenLayerIds: [],
      },
      assets,
    )
    expect(lent).toBe(0)
  }
  expect(heldBytes).toBeGreaterThan(0)
  expect(heldBytes).toBeLessThanOrEqual(budgetBytes)
})
