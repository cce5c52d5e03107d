import type { Product } from '../design/document.ts'
import { caseColours, caseMaterial, OWN_CASE } from './cases.ts'

/** Every cake print is cut from the same edible sheet. */
export const EDIBLE_SHEET = 'cake:sheet'

/**
 * What a machine takes from its stock for one piece; `none` where the customer brings their own case.
 * `unknown` is a material or colour that no station has: the specification's "colour system not
 * supported".
 */
export type StockNeed =
  | { readonly kind: 'item'; readonly item: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' }

/** The key of a blank case in a stock list. */
export const caseItem = (modelId: string, materialId: string, colourId: string): string =>
  `case:${modelId}:${materialId}:${colourId}`

/** What one piece of a product takes from the stock. */
export function stockNeed(product: Product): StockNeed {
  if (product.kind === 'cake') return { kind: 'item', item: EDIBLE_SHEET }
  if (product.materialId === OWN_CASE) return { kind: 'none' }
  const material = caseMaterial(product.materialId)
  const colour = caseColours.find(({ colour }) => colour === product.caseColour.toLowerCase())
  if (material === null || colour === undefined || !material.colourIds.includes(colour.id)) {
    return { kind: 'unknown' }
  }
  return { kind: 'item', item: caseItem(product.modelId, material.id, colour.id) }
}
