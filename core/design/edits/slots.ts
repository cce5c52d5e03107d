import { fittedSize } from '../create.ts'
import { coverCrop, refitCrop } from '../crop.ts'
import type { Design, Layer, Layout, PhotoLayer } from '../document.ts'
import type { Slot } from '../layouts.ts'
import { shownPhoto } from '../shown-photo.ts'
import { photoInSlot, slotsOf } from '../slot-state.ts'
import { changeLayers } from './layers.ts'

/**
 * Another layout, or other gap, margin and corners. Photos in slots go into the new slots in
 * order; those beyond go free, smaller and in the middle; free, unlocked photos fill slots that
 * stay empty, lowest first. A locked photo stays where it is and goes free.
 */
export function setLayout(design: Design, layout: Partial<Layout>): Design {
  const next = { ...design.layout, ...layout }
  const same = (Object.keys(layout) as (keyof Layout)[]).every(
    (key) => layout[key] === design.layout[key],
  )
  if (same) return design
  const laid = { ...design, layout: next }
  return next.layoutId === design.layout.layoutId ? refitSlots(laid) : seatPhotos(laid)
}

/** Photos in slots fitted to their slots again, after the layout or the product changed. */
export function refitSlots(design: Design): Design {
  const slots = new Map(slotsOf(design).map((slot) => [slot.id, slot]))
  const layers = design.layers.map((layer): Layer => {
    if (layer.kind !== 'photo' || layer.slotId === null) return layer
    const slot = slots.get(layer.slotId)
    if (layer.locked || !slot) return { ...layer, slotId: null }
    return inSlot(layer, slot)
  })
  return { ...design, layers }
}

function seatPhotos(design: Design): Design {
  const slots = slotsOf(design)
  const photos = design.layers.filter((layer) => layer.kind === 'photo' && !layer.locked)
  const order = new Map(slots.map((slot, index) => [slot.id, index]))
  const seated = photos
    .filter((layer): layer is PhotoLayer => layer.kind === 'photo' && layer.slotId !== null)
    .toSorted((a, b) => slotNumber(a, order) - slotNumber(b, order))
  const free = photos.filter(
    (layer): layer is PhotoLayer => layer.kind === 'photo' && layer.slotId === null,
  )
  const queue = [...seated, ...free].slice(0, slots.length)
  const seats = new Map(queue.map((layer, index) => [layer.id, slots[index]]))
  let loose = 0
  const layers = design.layers.map((layer): Layer => {
    if (layer.kind !== 'photo') return layer
    const slot = seats.get(layer.id)
    if (slot) return inSlot(layer, slot)
    if (layer.slotId === null) return layer
    if (layer.locked) return { ...layer, slotId: null }
    loose += 1
    return freed(design, layer, loose - 1)
  })
  return { ...design, layers }
}

const slotNumber = (layer: PhotoLayer, order: ReadonlyMap<string, number>): number => {
  const number = Number(layer.slotId?.replace('slot-', ''))
  return Number.isFinite(number) ? number : order.size
}

/**
 * A photo put into a slot. Whoever stands there takes the place that the photo leaves: its slot,
 * or its free box. Nothing happens where either is locked.
 */
export function placeInSlot(design: Design, layerId: string, slotId: string): Design {
  const slots = slotsOf(design)
  const slot = slots.find((other) => other.id === slotId)
  const comer = design.layers.find((layer) => layer.id === layerId)
  const sitter = photoInSlot(design, slotId)
  if (!slot || comer?.kind !== 'photo' || comer.locked || sitter?.locked) return design
  if (comer.slotId === slotId) return design
  const left = slots.find((other) => other.id === comer.slotId)
  return changeLayers(design, [layerId, ...(sitter ? [sitter.id] : [])], (layer) => {
    if (layer.kind !== 'photo') return layer
    if (layer.id === layerId) return inSlot(layer, slot)
    return left ? inSlot(layer, left) : inBoxOf(layer, comer)
  })
}

/** A photo taken out of its slot, in place: it can be moved and scaled freely. */
export const leaveSlot = (design: Design, layerId: string): Design =>
  changeLayers(design, [layerId], (layer) =>
    layer.kind === 'photo' && layer.slotId !== null ? { ...layer, slotId: null } : layer,
  )

/** The photo in the slot's box; the same middle of the photo stays in sight. */
function inSlot(layer: PhotoLayer, slot: Slot): PhotoLayer {
  const before = { width: layer.widthMm, height: layer.heightMm }
  const after = { width: slot.widthMm, height: slot.heightMm }
  return {
    ...layer,
    xMm: slot.xMm,
    yMm: slot.yMm,
    widthMm: slot.widthMm,
    heightMm: slot.heightMm,
    rotationDeg: slot.rotationDeg,
    scale: 1,
    crop: refitCrop(layer.crop, shownPhoto(layer), before, after),
    slotId: slot.id,
  }
}

function inBoxOf(layer: PhotoLayer, box: PhotoLayer): PhotoLayer {
  const { xMm, yMm, widthMm, heightMm, rotationDeg, scale } = box
  const frame = { width: widthMm, height: heightMm }
  const place = { xMm, yMm, widthMm, heightMm, rotationDeg, scale, slotId: null }
  return { ...layer, ...place, crop: coverCrop(shownPhoto(layer), frame) }
}

/** A photo that lost its slot: whole, smaller, and aside of the ones before it. */
function freed(design: Design, layer: PhotoLayer, index: number): PhotoLayer {
  const { geometry } = design.product
  const photo = shownPhoto(layer)
  const size = fittedSize(geometry, photo.widthPx / photo.heightPx, 0.4)
  const step = Math.min(geometry.widthMm, geometry.heightMm) * 0.06
  return {
    ...layer,
    ...size,
    xMm: geometry.widthMm / 2 + index * step,
    yMm: geometry.heightMm / 2 + index * step,
    rotationDeg: 0,
    scale: 1,
    crop: coverCrop(photo, { width: size.widthMm, height: size.heightMm }),
    slotId: null,
  }
}
