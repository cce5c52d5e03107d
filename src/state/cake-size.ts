import { atom } from 'jotai'
import { type CheckedSize, cakeGeometry, cakeProduct, customCake } from '#core/catalogue/cakes.ts'
import type { Geometry } from '#core/design/document.ts'
import { limits } from '#core/limits.ts'
import { type CakeChoice, cakeChoiceAtom } from './product-choice.ts'

/** The cake that is chosen, or what is wrong with its size. */
export const checkedCakeAtom = atom((get): CheckedSize => {
  const choice = get(cakeChoiceAtom)
  return choice.shape === 'custom'
    ? customCake(choice)
    : { ok: true, product: cakeProduct(choice.shape, choice.inches) }
})

/** What is drawn: a size that is wrong as the nearest one that is right. */
export const shownCakeAtom = atom((get): Geometry => {
  const checked = get(checkedCakeAtom)
  return checked.ok ? checked.product.geometry : nearestGeometry(get(cakeChoiceAtom))
})

function nearestGeometry(choice: CakeChoice): Geometry {
  const within = (mm: number | null, least: number, most: number) =>
    Math.min(most, Math.max(least, Number.isFinite(mm) ? (mm ?? least) : least))
  const { printMmMin, printMmMax } = limits
  const widthMm = within(choice.widthMm, printMmMin, printMmMax)
  const heightMm = within(choice.heightMm, printMmMin, printMmMax)
  const cornerRadiusMm = within(choice.cornerRadiusMm, 0, Math.min(widthMm, heightMm) / 2)
  const checked = customCake({ widthMm, heightMm, cornerRadiusMm })
  return checked.ok ? checked.product.geometry : cakeGeometry('round', 8)
}
