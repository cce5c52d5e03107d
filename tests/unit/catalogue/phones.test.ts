import { expect, it } from 'vitest'
import { caseColours, caseMaterial, caseMaterials, caseProduct } from '#core/catalogue/cases.ts'
import {
  brandOf,
  brands,
  modelsOf,
  phoneModel,
  phoneModels,
  searchPhones,
} from '#core/catalogue/phone-models.ts'
import { type Geometry, productSchema } from '#core/design/document.ts'
import { roundedBoxHolds, trimBox } from '#core/design/geometry.ts'

/** The print on a matte case of a phone. */
function backOf(modelId: string): Geometry {
  const product = caseProduct(modelId, 'matte', '#ffffff')
  if (!product) throw new Error(`no case for ${modelId}`)
  return product.geometry
}

const names = (text: string) => searchPhones(text).map(({ name }) => name)

it('there are at least 40 phones of at least six brands', () => {
  expect(phoneModels.length).toBeGreaterThanOrEqual(40)
  const withPhones = brands.filter(({ id }) => modelsOf(id).length > 0)
  expect(withPhones.length).toBeGreaterThanOrEqual(6)
})

it('every phone has an id of its own that can be stored and found again', () => {
  expect(new Set(phoneModels.map(({ id }) => id)).size).toBe(phoneModels.length)
  for (const model of phoneModels) {
    expect(model.id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(phoneModel(model.id)).toBe(model)
  }
})

it.each(phoneModels.map((model) => [model.name, model] as const))(
  '%s is a plausible phone',
  (_, model) => {
    expect(model.widthMm).toBeGreaterThan(60)
    expect(model.widthMm).toBeLessThan(82)
    expect(model.heightMm).toBeGreaterThan(125)
    expect(model.heightMm).toBeLessThan(172)
    expect(model.heightMm / model.widthMm).toBeGreaterThan(1.9)
    expect(model.heightMm / model.widthMm).toBeLessThan(2.3)
    expect(model.cornerRadiusMm).toBeGreaterThan(3)
    expect(model.cornerRadiusMm).toBeLessThan(16)
    expect(model.year).toBeGreaterThanOrEqual(2018)
    expect(model.source).not.toBe('')
  },
)

it.each(phoneModels.map((model) => [model.name, model] as const))(
  '%s has its cameras on its upper back',
  (_, model) => {
    expect(model.cameras.length).toBeGreaterThan(0)
    const geometry = backOf(model.id)
    for (const hole of geometry.holes) {
      const middle = { xMm: hole.xMm + hole.widthMm / 2, yMm: hole.yMm + hole.heightMm / 2 }
      const ends = [
        { xMm: hole.xMm, yMm: middle.yMm },
        { xMm: hole.xMm + hole.widthMm, yMm: middle.yMm },
        { xMm: middle.xMm, yMm: hole.yMm },
        { xMm: middle.xMm, yMm: hole.yMm + hole.heightMm },
      ]
      for (const end of ends) expect(roundedBoxHolds(trimBox(geometry), end)).toBe(true)
      expect(hole.yMm + hole.heightMm).toBeLessThan(model.heightMm / 2)
      expect(hole.cornerRadiusMm).toBeLessThanOrEqual(
        Math.min(hole.widthMm, hole.heightMm) / 2 + 1e-9,
      )
      expect(Math.min(hole.widthMm, hole.heightMm)).toBeGreaterThan(9)
    }
  },
)

it('a case is printed on the phone’s back with the bleed and safe area of cases', () => {
  const model = phoneModel('apple-iphone-15-pro')
  if (!model) throw new Error('no iPhone 15 Pro')
  expect(backOf(model.id)).toMatchObject({
    widthMm: 70.6,
    heightMm: 146.6,
    bleedMm: 2,
    safeMm: 3,
  })
})

it('every phone, material and colour makes a valid product', () => {
  for (const model of phoneModels) {
    const product = caseProduct(model.id, 'matte', '#ffffff')
    expect(productSchema.safeParse(product).success, model.id).toBe(true)
  }
  for (const material of caseMaterials) {
    for (const { colour } of caseColours) {
      const product = caseProduct('apple-iphone-15', material.id, colour)
      expect(productSchema.safeParse(product).success).toBe(true)
    }
  }
})

it('an unknown phone or material is no product', () => {
  expect(caseProduct('nokia-3310', 'matte', '#ffffff')).toBeNull()
  expect(caseProduct('apple-iphone-15', 'gold', '#ffffff')).toBeNull()
  expect(caseMaterial('gold')).toBeNull()
})

it('every material is made in colours that exist', () => {
  const known = caseColours.map(({ id }) => id)
  for (const { colourIds } of caseMaterials) {
    expect(colourIds.length).toBeGreaterThan(0)
    expect(colourIds.filter((id) => !known.includes(id))).toEqual([])
  }
})

it('search puts the very phone first, then its siblings', () => {
  expect(names('iphone 15')[0]).toBe('iPhone 15')
  expect(names('iphone 15').toSorted()).toEqual([
    'iPhone 15',
    'iPhone 15 Plus',
    'iPhone 15 Pro',
    'iPhone 15 Pro Max',
  ])
})

it('search does not mind case, spaces, order, brands or signs', () => {
  expect(names('iPhone15ProMax')).toContain('iPhone 15 Pro Max')
  expect(names('APPLE 15 pro max')).toEqual(['iPhone 15 Pro Max'])
  expect(names('s24+')[0]).toBe('Galaxy S24+')
  expect(names('galaxy s24 u')).toEqual(['Galaxy S24 Ultra'])
  expect(names('苹果 13').every((name) => name.startsWith('iPhone 13'))).toBe(true)
  expect(names('苹果13').length).toBe(4)
  expect(names('红米').length).toBeGreaterThan(0)
  expect(names('oneplus 12')[0]).toBe('OnePlus 12')
  expect(names('p40 pro')).toEqual(['P40 Pro'])
})

it('an empty search finds all, and nonsense nothing', () => {
  expect(searchPhones('  ')).toHaveLength(phoneModels.length)
  expect(searchPhones('toaster')).toEqual([])
})

it('the newest phones of a brand come first', () => {
  for (const { id } of brands) {
    const years = modelsOf(id).map(({ year }) => year)
    expect(years).toEqual(years.toSorted((a, b) => b - a))
    expect(modelsOf(id).every((model) => brandOf(model).id === id)).toBe(true)
  }
})
