import type { Geometry, Product } from '../design/document.ts'
import { limits } from '../limits.ts'
import { CATALOGUE_VERSION, currentCatalogue } from './catalogue-versions.ts'
import { cakePrint } from './product-geometry.ts'

export const cakeInches = [4, 6, 8, 10, 12] as const
export type CakeInches = (typeof cakeInches)[number]
export type CakeProduct = Extract<Product, { kind: 'cake' }>

const chosenNow = { kind: 'cake', catalogueVersion: CATALOGUE_VERSION } as const

/** A cake of a preset size as a design's product. */
export function cakeProduct(shape: 'round' | 'square', sizeInches: CakeInches): CakeProduct {
  const choice = { ...chosenNow, shape, sizeInches }
  return { ...choice, geometry: cakePrint(choice, currentCatalogue) }
}

/** The print on a cake of a preset size: its diameter, or its side. */
export const cakeGeometry = (shape: 'round' | 'square', sizeInches: CakeInches): Geometry =>
  cakeProduct(shape, sizeInches).geometry

/** The smallest and largest side that a machine prints; {@link limits} unless it says otherwise. */
export interface SizeRange {
  readonly minMm: number
  readonly maxMm: number
}

/** What the customer typed; null is an empty field. */
export interface CustomSize {
  readonly widthMm: number | null
  readonly heightMm: number | null
  /** Empty is 0. */
  readonly cornerRadiusMm: number | null
}

/** What is wrong with one field; `minMm` and `maxMm` are what its message may say. */
export interface SizeError {
  readonly field: keyof CustomSize
  readonly code: 'empty' | 'not-a-number' | 'too-small' | 'too-large'
  readonly minMm: number
  readonly maxMm: number
}

export type CheckedSize =
  | { readonly ok: true; readonly product: CakeProduct }
  | { readonly ok: false; readonly errors: readonly SizeError[] }

/**
 * A custom size as a product, or every field error at once. The corner radius goes from 0 to half
 * the shorter side, and is only judged once both sides are good.
 */
export function customCake(
  size: CustomSize,
  range: SizeRange = { minMm: limits.printMmMin, maxMm: limits.printMmMax },
): CheckedSize {
  const { widthMm, heightMm } = size
  const sides = [
    ...fieldErrors('widthMm', widthMm, range),
    ...fieldErrors('heightMm', heightMm, range),
  ]
  if (sides.length > 0 || widthMm === null || heightMm === null) return { ok: false, errors: sides }
  const radius = size.cornerRadiusMm ?? 0
  const most = Math.min(widthMm, heightMm) / 2
  const errors = fieldErrors('cornerRadiusMm', radius, { minMm: 0, maxMm: most })
  if (errors.length > 0) return { ok: false, errors }
  const choice = {
    ...chosenNow,
    shape: 'custom',
    widthMm,
    heightMm,
    cornerRadiusMm: radius,
  } as const
  return { ok: true, product: { ...choice, geometry: cakePrint(choice, currentCatalogue) } }
}

function fieldErrors(
  field: keyof CustomSize,
  value: number | null,
  { minMm, maxMm }: SizeRange,
): readonly SizeError[] {
  const error = (code: SizeError['code']) => [{ field, code, minMm, maxMm }]
  if (value === null) return error('empty')
  if (!Number.isFinite(value)) return error('not-a-number')
  if (value < minMm) return error('too-small')
  return value > maxMm ? error('too-large') : []
}
