import { atom } from 'jotai'
import type { CakeInches } from '#core/catalogue/cakes.ts'
import type { BrandId } from '#core/catalogue/phone-model.ts'

/** The case that is being chosen. */
export interface CaseChoice {
  readonly brandId: BrandId
  /** Null until the customer has said which phone they have: a guess would be printed. */
  readonly modelId: string | null
  readonly materialId: string
  readonly colourId: string
  /** `#rrggbb` of the customer's own case. */
  readonly ownColour: string
}

export const caseChoiceAtom = atom<CaseChoice>({
  brandId: 'apple',
  modelId: null,
  materialId: 'matte',
  colourId: 'ivory',
  ownColour: '#f6f1e7',
})

export type CakeShape = 'round' | 'square' | 'custom'

/** The cake that is being chosen; null is an empty field. */
export interface CakeChoice {
  readonly shape: CakeShape
  readonly inches: CakeInches
  readonly widthMm: number | null
  readonly heightMm: number | null
  readonly cornerRadiusMm: number | null
}

export const cakeChoiceAtom = atom<CakeChoice>({
  shape: 'round',
  inches: 8,
  widthMm: 200,
  heightMm: 150,
  cornerRadiusMm: 12,
})
