import { expect, it } from 'vitest'
import { cakeProduct, customCake } from '#core/catalogue/cakes.ts'
import { isExplained } from '#core/catalogue/product-geometry.ts'
import { newDesign, photoLayer } from '#core/design/create.ts'
import { DESIGN_VERSION } from '#core/design/document.ts'
import { addLayers } from '#core/design/edits/layers.ts'
import { parseDesign } from '#core/design/migrations/migrate.ts'
import { unwrap } from '#core/errors.ts'
import { printPage } from '#core/formats/print-page.ts'
import { phoneCase, roundCake } from './designs.ts'

const round = { widthMm: 203.2, heightMm: 203.2, cornerRadiusMm: 101.6 }
const around = { bleedMm: 3, safeMm: 3, holes: [] }

/** A design as version 1 stored it. */
const version1 = (product: unknown) => ({
  version: 1,
  id: 'old',
  title: 'Anna',
  product,
  background: { kind: 'colour', colour: '#ffffff' },
  layout: { layoutId: 'free', gapMm: 0, marginMm: 0, cornerRadiusMm: 0 },
  layers: [],
})
const opened = (product: unknown) => unwrap(parseDesign(version1(product)))

it('a case of version 1 opens at this version, with its choice, and prints with its outline', () => {
  const { catalogueVersion: _, ...product } = phoneCase()
  const design = opened(product)
  expect(design).toMatchObject({ version: DESIGN_VERSION, title: 'Anna', product: phoneCase() })
  expect(isExplained(design.product)).toBe(true)
  expect(printPage(design.product.geometry, 300)).toMatchObject({ widthMm: 71.6 + 2 * 2 })
})

it('a preset cake of version 1 opens as the preset it was', () => {
  const geometry = { ...round, ...around }
  const { product } = opened({ kind: 'cake', shape: 'round', sizeInches: 8, geometry })
  expect(product).toEqual(roundCake())
  expect(isExplained(product)).toBe(true)
})

it('a custom cake of version 1 has its size from its outline', () => {
  const size = { widthMm: 100, heightMm: 60.5, cornerRadiusMm: 20 }
  const geometry = { ...size, ...around }
  const { product } = opened({ kind: 'cake', shape: 'custom', sizeInches: null, geometry })
  const chosen = customCake(size)
  expect(product).toEqual(chosen.ok ? chosen.product : null)
})

it('an outline that its choice does not explain opens, and is known for it', () => {
  const { geometry } = cakeProduct('square', 12)
  const { product } = opened({ kind: 'cake', shape: 'square', sizeInches: 4, geometry })
  expect(isExplained(product)).toBe(false)
})

it('a custom cake of a billionth of a millimetre is no design', () => {
  const geometry = { widthMm: 1e-9, heightMm: 1e-9, cornerRadiusMm: 0, ...around }
  const old = version1({ kind: 'cake', shape: 'custom', sizeInches: null, geometry })
  expect(parseDesign(old)).toMatchObject({ fault: { code: 'design-unreadable' } })
})

it('a photo of version 3 opens as it was, with nothing set of its light and colours', () => {
  const photo = {
    hash: 'a'.repeat(64),
    widthPx: 40,
    heightPx: 30,
    mediaType: 'image/png' as const,
  }
  const now = addLayers(newDesign(phoneCase(), 'd'), [
    photoLayer(newDesign(phoneCase(), 'd'), 'p', photo),
  ])
  const layers = now.layers.map((layer) =>
    Object.fromEntries(Object.entries(layer).filter(([field]) => field !== 'adjustments')),
  )
  expect(unwrap(parseDesign({ ...now, version: 3, layers }))).toEqual(now)
})
