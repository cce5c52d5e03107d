import { limits } from '../../limits.ts'
import { type coverCrop, refitCrop } from '../crop.ts'
import type { Background, Design, Geometry, Layer, PhotoLayer, Product } from '../document.ts'
import { type BoundsMm, bleedBox, centreOf, layerBounds, sameGeometry } from '../geometry.ts'
import { shownPhoto } from '../shown-photo.ts'
import { refitSlots } from './slots.ts'

/** The background's colour or gradient. */
export const setBackground = (design: Design, background: Background): Design =>
  JSON.stringify(background) === JSON.stringify(design.background)
    ? design
    : { ...design, background }

/** The design's title, at most 120 characters. */
export const setTitle = (design: Design, title: string): Design =>
  title.slice(0, limits.designTitleMax) === design.title
    ? design
    : { ...design, title: title.slice(0, limits.designTitleMax) }

/**
 * The design on another product. Photos in slots take the new slots; a photo that covered the
 * whole print covers the new one; a cut-out that a tool brought in whole stands whole there;
 * everything else, locked or not, keeps its place relative to the print's middle and is scaled with
 * the print, never out of proportion.
 * @param bringIn `withWholeCutOutMoved`, which the studio fetches when a product is chosen
 */
export function changeProduct(design: Design, product: Product, bringIn: BringIn): Design {
  const from = design.product.geometry
  const to = product.geometry
  if (sameGeometry(from, to)) return { ...design, product }
  const move = mover(from, to, bringIn)
  const layers = design.layers.map((layer) => move(layer))
  return refitSlots({ ...design, product, layers })
}

/** A cut-out that was brought in on one print, brought in on another; null for any other photo. */
type BringIn = (layer: PhotoLayer, from: Geometry, to: Geometry) => PhotoLayer | null

function mover(from: Geometry, to: Geometry, bringIn: BringIn): (layer: Layer) => Layer {
  const ratioX = to.widthMm / from.widthMm
  const ratioY = to.heightMm / from.heightMm
  const ratio = Math.min(ratioX, ratioY)
  const centreFrom = centreOf(bleedBox(from))
  const centreTo = centreOf(bleedBox(to))
  return (layer) => {
    if (layer.kind === 'photo' && layer.slotId !== null) return layer
    if (layer.kind === 'photo' && covers(layerBounds(layer), from)) {
      return covering(layer, from, to)
    }
    const whole = layer.kind === 'photo' ? bringIn(layer, from, to) : null
    if (whole !== null) return whole
    return {
      ...layer,
      xMm: centreTo.xMm + (layer.xMm - centreFrom.xMm) * ratioX,
      yMm: centreTo.yMm + (layer.yMm - centreFrom.yMm) * ratioY,
      scale: Math.min(100, Math.max(0.001, layer.scale * ratio)),
    }
  }
}

/** Whether a box reaches over the whole trim box, 0.1 mm aside. */
const covers = (box: BoundsMm, { widthMm, heightMm }: Geometry): boolean =>
  box.xMm <= 0.1 &&
  box.yMm <= 0.1 &&
  box.xMm + box.widthMm >= widthMm - 0.1 &&
  box.yMm + box.heightMm >= heightMm - 0.1

/** A photo that fills the print: upright ones take its new shape, turned ones grow to cover it. */
function covering(layer: PhotoLayer, from: Geometry, to: Geometry): PhotoLayer {
  const boxFrom = bleedBox(from)
  const boxTo = bleedBox(to)
  const ratioX = boxTo.widthMm / boxFrom.widthMm
  const ratioY = boxTo.heightMm / boxFrom.heightMm
  const centreFrom = centreOf(boxFrom)
  const centreTo = centreOf(boxTo)
  const quarter = layer.rotationDeg % 90 === 0
  const grow = Math.max(ratioX, ratioY)
  const sideways = quarter && Math.abs(layer.rotationDeg % 180) === 90
  const widthMm = layer.widthMm * (quarter ? (sideways ? ratioY : ratioX) : grow)
  const heightMm = layer.heightMm * (quarter ? (sideways ? ratioX : ratioY) : grow)
  const before = { width: layer.widthMm, height: layer.heightMm }
  const after = { width: widthMm, height: heightMm }
  return {
    ...layer,
    xMm: centreTo.xMm + (layer.xMm - centreFrom.xMm) * (quarter ? ratioX : grow),
    yMm: centreTo.yMm + (layer.yMm - centreFrom.yMm) * (quarter ? ratioY : grow),
    widthMm: Math.min(2000, widthMm),
    heightMm: Math.min(2000, heightMm),
    crop: fitted(layer, before, after),
  }
}

type Size = Parameters<typeof coverCrop>[1]

const fitted = (layer: PhotoLayer, before: Size, after: Size) =>
  refitCrop(layer.crop, shownPhoto(layer), before, after)
