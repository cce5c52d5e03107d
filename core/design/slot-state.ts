import type { Design, PhotoLayer } from './document.ts'
import { layoutSlots, type Slot } from './layouts.ts'

/** The slots of the design's present layout, in reading order. */
export const slotsOf = (design: Design): readonly Slot[] =>
  layoutSlots(design.layout, design.product.geometry)

/** The photo that stands in a slot, or null. */
export const photoInSlot = (design: Design, slotId: string): PhotoLayer | null =>
  design.layers
    .filter((layer) => layer.kind === 'photo')
    .find((layer) => layer.slotId === slotId) ?? null

/** The slots that have no photo yet, in reading order. */
export const emptySlots = (design: Design): readonly Slot[] =>
  slotsOf(design).filter((slot) => photoInSlot(design, slot.id) === null)
