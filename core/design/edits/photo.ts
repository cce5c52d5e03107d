import { coverCrop, cropZoom, panCrop, refitCrop, zoomCrop } from '../crop.ts'
import type { Crop, DerivedPhoto, Design, MaskShape, PhotoLayer, PhotoRef } from '../document.ts'
import { maskTable } from '../masks.ts'
import { shownPhoto } from '../shown-photo.ts'
import { changeLayers } from './layers.ts'

/** The most versions that a photo keeps beside its original. */
export const DERIVED_MAX = 12

const changePhoto = (
  design: Design,
  id: string,
  change: (layer: PhotoLayer) => PhotoLayer,
): Design => changeLayers(design, [id], (layer) => (layer.kind === 'photo' ? change(layer) : layer))

const frameOf = (layer: PhotoLayer) => ({ width: layer.widthMm, height: layer.heightMm })

/**
 * The photo dragged within its frame, as seen by the customer (flip is taken care of).
 * @param byX, byY fractions of the frame, right and down positive, in the layer's upright box
 */
export const panPhoto = (design: Design, id: string, byX: number, byY: number): Design =>
  changePhoto(design, id, (layer) =>
    withCrop(layer, panCrop(layer.crop, layer.flipX ? -byX : byX, byY)),
  )

/**
 * The photo zoomed within its frame about a place of it; never smaller than the frame.
 * @param factor above 1 zooms in
 * @param anchor as seen, in fractions of the upright frame; by default its middle
 */
export const zoomPhoto = (
  design: Design,
  id: string,
  factor: number,
  anchor: { readonly x: number; readonly y: number } = { x: 0.5, y: 0.5 },
): Design =>
  changePhoto(design, id, (layer) => {
    const x = layer.flipX ? 1 - anchor.x : anchor.x
    const crop = zoomCrop(layer.crop, shownPhoto(layer), frameOf(layer), factor, x, anchor.y)
    return withCrop(layer, crop)
  })

/** The crop set to a zoom (1 covers exactly) and a middle, for sliders. */
export const setCrop = (
  design: Design,
  id: string,
  options: { readonly focusX?: number; readonly focusY?: number; readonly zoom?: number },
): Design =>
  changePhoto(design, id, (layer) =>
    withCrop(layer, coverCrop(shownPhoto(layer), frameOf(layer), options)),
  )

/** The crop back to as much of the photo as its frame can show. */
export const resetCrop = (design: Design, id: string): Design => setCrop(design, id, {})

/**
 * The photo's mask. A free photo's frame takes a figure's own proportions, and gets the photo's
 * back when the figure goes; the shorter side stays. In a slot the frame is the slot's.
 */
export const setMask = (design: Design, id: string, mask: MaskShape): Design =>
  changePhoto(design, id, (layer) => {
    if (layer.mask === mask) return layer
    const masked = { ...layer, mask }
    const aspect = maskTable[mask].aspect
    if (layer.slotId !== null) return masked
    if (aspect !== null) return reshaped(masked, aspect)
    if (maskTable[layer.mask].aspect === null) return masked
    const photo = shownPhoto(layer)
    return reshaped(masked, photo.widthPx / photo.heightPx)
  })

/** The frame at another width / height with the same shorter side, the crop fitted to it. */
function reshaped(layer: PhotoLayer, aspect: number): PhotoLayer {
  const short = Math.min(layer.widthMm, layer.heightMm)
  const frame = {
    width: aspect >= 1 ? short * aspect : short,
    height: aspect >= 1 ? short : short / aspect,
  }
  const crop = refitCrop(layer.crop, shownPhoto(layer), frameOf(layer), frame)
  return { ...layer, widthMm: frame.width, heightMm: frame.height, crop }
}

/**
 * A tool's new result on top of the photo's versions. Where there is no room for one more, the
 * oldest goes.
 */
export const pushDerived = (design: Design, id: string, derived: DerivedPhoto): Design =>
  changePhoto(design, id, (layer) =>
    withVersions(layer, [...layer.derived, derived].slice(-DERIVED_MAX)),
  )

/**
 * A tool's result in place of that tool's last one (another strength, a refined matte); versions
 * made on top of the old one go, since they were made from it. Pushed where there is none.
 */
export const replaceDerived = (design: Design, id: string, derived: DerivedPhoto): Design =>
  changePhoto(design, id, (layer) => {
    const at = layer.derived.findLastIndex((version) => version.tool === derived.tool)
    const kept = at < 0 ? layer.derived : layer.derived.slice(0, at)
    return withVersions(layer, [...kept, derived].slice(-DERIVED_MAX))
  })

/** The photo back before its last version; the original stays. */
export const dropLastDerived = (design: Design, id: string): Design =>
  changePhoto(design, id, (layer) =>
    layer.derived.length === 0 ? layer : withVersions(layer, layer.derived.slice(0, -1)),
  )

/** Another photo in the same frame, mask and place, covering it anew. */
export const replacePhoto = (design: Design, id: string, photo: PhotoRef): Design =>
  changePhoto(design, id, (layer) => ({
    ...layer,
    original: photo,
    derived: [],
    crop: coverCrop(photo, frameOf(layer)),
  }))

/** Other versions; where the picture's proportions change, the crop is fitted to the frame again. */
function withVersions(layer: PhotoLayer, derived: DerivedPhoto[]): PhotoLayer {
  const next = { ...layer, derived }
  const before = shownPhoto(layer)
  const after = shownPhoto(next)
  const aspect = (photo: PhotoRef) => photo.widthPx / photo.heightPx
  if (Math.abs(aspect(before) / aspect(after) - 1) < 0.005) return next
  const { crop } = layer
  const options = {
    focusX: crop.x + crop.width / 2,
    focusY: crop.y + crop.height / 2,
    zoom: cropZoom(crop, before, frameOf(layer)),
  }
  return { ...next, crop: coverCrop(after, frameOf(layer), options) }
}

const withCrop = (layer: PhotoLayer, crop: Crop): PhotoLayer =>
  crop.x === layer.crop.x &&
  crop.y === layer.crop.y &&
  crop.width === layer.crop.width &&
  crop.height === layer.crop.height
    ? layer
    : { ...layer, crop }
