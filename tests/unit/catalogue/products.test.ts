import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { cakeInches, cakeProduct } from '#core/catalogue/cakes.ts'
import { caseColours, caseMaterials } from '#core/catalogue/cases.ts'
import { currentCatalogue } from '#core/catalogue/catalogue-versions.ts'
import { phoneModels } from '#core/catalogue/phone-models.ts'
import { geometryOf, isExplained } from '#core/catalogue/product-geometry.ts'
import { type PriceList, quote } from '#core/commerce/pricing/quote.ts'
import { newDesign } from '#core/design/create.ts'
import {
  type Choice,
  choiceSchema,
  type Geometry,
  type Product,
  productSchema,
} from '#core/design/document.ts'
import { isRound } from '#core/design/geometry.ts'
import { parseDesign } from '#core/design/migrations/migrate.ts'
import { unwrap } from '#core/errors.ts'
import { printPage } from '#core/formats/print-page.ts'
import { limits } from '#core/limits.ts'

const catalogueVersion = 1
const sideMm = fc.double({ min: limits.printMmMin, max: limits.printMmMax, noNaN: true })
const choices: fc.Arbitrary<Choice> = fc.oneof(
  fc.record({
    kind: fc.constant('phone-case' as const),
    catalogueVersion: fc.constant(catalogueVersion),
    modelId: fc.constantFrom(...phoneModels.map(({ id }) => id)),
    materialId: fc.constantFrom(...caseMaterials.map(({ id }) => id)),
    caseColour: fc.constantFrom('#123456', ...caseColours.map(({ colour }) => colour)),
  }),
  fc.record({
    kind: fc.constant('cake' as const),
    catalogueVersion: fc.constant(catalogueVersion),
    shape: fc.constantFrom('round' as const, 'square' as const),
    sizeInches: fc.constantFrom(...cakeInches),
  }),
  fc
    .record({
      widthMm: sideMm,
      heightMm: sideMm,
      round: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ widthMm, heightMm, round }) => ({
      kind: 'cake' as const,
      catalogueVersion,
      shape: 'custom' as const,
      widthMm,
      heightMm,
      cornerRadiusMm: (Math.min(widthMm, heightMm) / 2) * round,
    })),
)

const explained = (choice: Choice): Geometry => {
  const geometry = geometryOf(choice)
  if (geometry === null) throw new Error(`nothing explains ${JSON.stringify(choice)}`)
  return geometry
}

const prices: PriceList = {
  currency: 'CNY',
  shippingMinor: 1200,
  prices: {
    ...Object.fromEntries(
      caseMaterials.map(({ id }) => [`case/${id}`, { minor: 4900, per: 'piece' as const }]),
    ),
    ...Object.fromEntries(
      cakeInches.map((inches) => [
        `cake/${inches}`,
        { minor: 475 * inches, per: 'piece' as const },
      ]),
    ),
    'cake/custom': { minor: 1200, per: 'dm2' },
  },
}
const priceOf = (product: Choice) =>
  quote({ product, quantity: 1, pickup: true, coupon: null }, prices)?.total.minor

it('every choice is explained, and stored and read as it was', () => {
  fc.assert(
    fc.property(choices, (choice) => {
      const product = { ...choice, geometry: explained(choice) } as Product
      expect(choiceSchema.parse(choice)).toEqual(choice)
      expect(productSchema.parse(product)).toEqual(product)
      expect(isExplained(product)).toBe(true)
      expect(isExplained(JSON.parse(JSON.stringify(product)))).toBe(true)
    }),
  )
})

it('a choice with any other geometry than its own is not explained', () => {
  fc.assert(
    fc.property(
      choices,
      fc.constantFrom('widthMm', 'heightMm', 'cornerRadiusMm', 'bleedMm', 'safeMm', 'holes'),
      fc.double({ min: 1e-9, max: 500, noNaN: true }),
      (choice, field, by) => {
        const own = explained(choice)
        const hole = { xMm: 1, yMm: 1, widthMm: by, heightMm: by, cornerRadiusMm: 0 }
        const other =
          field === 'holes'
            ? { ...own, holes: [...own.holes, hole] }
            : { ...own, [field]: own[field] + by }
        fc.pre(field === 'holes' || other[field] !== own[field])
        expect(isExplained({ ...choice, geometry: other } as Product)).toBe(false)
      },
    ),
  )
})

it('the price follows from the choice, whatever geometry is sent along', () => {
  fc.assert(
    fc.property(choices, choices, (choice, other) => {
      const price = priceOf(choice)
      expect(price).toBeGreaterThan(0)
      const sent = { ...choice, geometry: explained(other) } as Product
      expect(priceOf(sent)).toBe(price)
    }),
  )
})

it.each([
  ['a cake of a billionth of a millimetre', { widthMm: 1e-9, heightMm: 1e-9 }],
  ['a cake under the least size', { widthMm: 19.99, heightMm: 100 }],
  ['a cake over the largest size', { widthMm: 100, heightMm: 420.01 }],
])('%s is no choice', (_, size) => {
  const cake = { kind: 'cake', shape: 'custom', catalogueVersion, cornerRadiusMm: 0, ...size }
  expect(choiceSchema.safeParse(cake).success).toBe(false)
})

it.each<[string, Choice]>([
  [
    'a phone that we do not have',
    {
      kind: 'phone-case',
      catalogueVersion,
      modelId: 'nokia-3310',
      materialId: 'own',
      caseColour: '#123456',
    },
  ],
  [
    'a radius of more than half the shorter side',
    {
      kind: 'cake',
      catalogueVersion,
      shape: 'custom',
      widthMm: 100,
      heightMm: 60,
      cornerRadiusMm: 30.1,
    },
  ],
  [
    'a version of the catalogue that there is not (yet)',
    { kind: 'cake', catalogueVersion: 99, shape: 'round', sizeInches: 4 },
  ],
])('%s is explained by nothing and has no price', (_, choice) => {
  expect(geometryOf(choice)).toBeNull()
  expect(priceOf(choice)).toBeUndefined()
})

it('4 inch is 4 inch: a larger print is not explained by it', () => {
  const { geometry } = cakeProduct('square', 12)
  expect(isExplained({ ...cakeProduct('square', 4), geometry })).toBe(false)
  expect(isRound(explained(cakeProduct('round', 4)))).toBe(true)
})

/** Version 2 as it would be, had the iPhone 15's outline been corrected and bleed grown. */
const later = (() => {
  const [old, grown] = [phoneModels.find(({ id }) => id === 'apple-iphone-15'), 0.4]
  if (old === undefined) throw new Error('no iPhone 15')
  const wider = { ...old, widthMm: old.widthMm - grown }
  return {
    wider,
    versions: {
      1: { ...currentCatalogue, replacedPhones: { [old.id]: wider } },
      2: { ...currentCatalogue, bleedMmCase: 2.5 },
    },
  }
})()

it('a design of catalogue version 1 opens and prints with its own outline once there is a second', () => {
  const choice: Choice = {
    kind: 'phone-case',
    catalogueVersion: 1,
    modelId: 'apple-iphone-15',
    materialId: 'matte',
    caseColour: '#ffffff',
  }
  const geometry = geometryOf(choice, later.versions)
  if (geometry === null) throw new Error('version 1 explains it')
  const made = newDesign({ ...choice, geometry }, 'of-version-1')
  const opened = unwrap(parseDesign(JSON.parse(JSON.stringify(made))))
  expect(opened).toEqual(made)
  expect(isExplained(opened.product, later.versions)).toBe(true)
  const page = printPage(opened.product.geometry, 300)
  expect(page.widthMm).toBeCloseTo(later.wider.widthMm + 2 * 2)
  const now = geometryOf({ ...choice, catalogueVersion: 2 }, later.versions)
  expect(now).toMatchObject({ widthMm: later.wider.widthMm + 0.4, bleedMm: 2.5 })
})

it('an outline that was changed twice is found at each of its versions', () => {
  const [first, second] = [later.wider, { ...later.wider, widthMm: 70 }]
  const versions = {
    1: { ...currentCatalogue, replacedPhones: { 'apple-iphone-15': first } },
    2: { ...currentCatalogue, replacedPhones: { 'apple-iphone-15': second } },
    3: currentCatalogue,
  }
  const widths = [1, 2, 3].map(
    (version) =>
      geometryOf(
        {
          kind: 'phone-case',
          catalogueVersion: version,
          modelId: 'apple-iphone-15',
          materialId: 'matte',
          caseColour: '#ffffff',
        },
        versions,
      )?.widthMm,
  )
  expect(widths).toEqual([first.widthMm, 70, 71.6])
})

/** Made once, when version 1 was shipped; never made again. */
const frozen = z
  .record(z.string(), z.string())
  .parse(JSON.parse(readFileSync(new URL('./outlines-of-version-1.json', import.meta.url), 'utf8')))
const digest = (geometry: Geometry): string =>
  createHash('sha256').update(JSON.stringify(geometry)).digest('hex').slice(0, 16)

it.each(Object.entries(frozen))('version 1 of %s is what it was when it shipped', (id, was) => {
  const [kind, name = '', inches] = id.split(' ')
  const choice: unknown =
    kind === 'cake'
      ? { kind, catalogueVersion: 1, shape: name, sizeInches: Number(inches) }
      : { kind, catalogueVersion: 1, modelId: name, materialId: 'matte', caseColour: '#ffffff' }
  expect(digest(explained(choiceSchema.parse(choice)))).toBe(was)
})
