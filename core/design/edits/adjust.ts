import {
  type AdjustmentName,
  type Adjustments,
  adjustmentRanges,
  isNeutral,
  neutralAdjustments,
} from '../adjustments.ts'
import type { Design } from '../document.ts'
import { changeLayers } from './layers.ts'

/** One slider of a photo; at 0 it changes nothing. Values beyond a slider's range are held to it. */
export const setAdjustment = (
  design: Design,
  id: string,
  name: AdjustmentName,
  value: number,
): Design => {
  const min = adjustmentRanges.find((range) => range.name === name)?.min ?? 0
  return adjust(design, id, (before) => ({ ...before, [name]: Math.max(min, Math.min(1, value)) }))
}

/** A look at an amount of 0 to 1, or none. The sliders stay. */
export const setLook = (
  design: Design,
  id: string,
  lookId: string | null,
  amount: number,
): Design =>
  adjust(design, id, (before) => ({
    ...before,
    look: lookId === null ? null : { lookId, amount: Math.max(0, Math.min(1, amount)) },
  }))

/** The photo's own light and colours again. */
export const clearAdjustments = (design: Design, id: string): Design =>
  adjust(design, id, () => neutralAdjustments)

/** A look that stands at 0 stays chosen, so that its amount can be pulled up again. */
function adjust(design: Design, id: string, change: (before: Adjustments) => Adjustments): Design {
  return changeLayers(design, [id], (layer) => {
    if (layer.kind !== 'photo') return layer
    const before = layer.adjustments ?? neutralAdjustments
    const next = change(before)
    if (areSame(before, next)) return layer
    return { ...layer, adjustments: next.look === null && isNeutral(next) ? null : next }
  })
}

const areSame = (one: Adjustments, other: Adjustments): boolean =>
  one.look?.lookId === other.look?.lookId &&
  one.look?.amount === other.look?.amount &&
  adjustmentRanges.every(({ name }) => one[name] === other[name])
