import type { Crop, Design, PhotoLayer, PhotoRef } from '../design/document.ts'
import {
  type BoundsMm,
  bleedBox,
  layerBounds,
  layerMatrix,
  type RoundedBoxMm,
} from '../design/geometry.ts'
import { type Slot, slotById } from '../design/layouts.ts'
import { maskPathIn, type PathCommand } from '../design/masks.ts'
import { shownPhoto } from '../design/shown-photo.ts'
import type { PhotoPicture } from './assets.ts'
import { cutToBox, cutToPath, type LayerBrush } from './brush.ts'
import type { Canvas2D } from './canvas.ts'
import { drawPaper } from './paper.ts'

/**
 * Fills the layer's box with its crop, cut to its slot and its mask. Cutting takes away from the
 * canvas, so a photo that {@link isCut} is drawn on a scratch canvas of its own.
 */
export function drawPhoto(brush: LayerBrush, layer: PhotoLayer): void {
  const { ctx, assets, design, view } = brush
  const photo = shownPhoto(layer)
  const picture = assets.photo(layer, wantedWidthPx(layer, photo, view.scalePxPerMm))
  const slot = slotOf(design, layer)
  ctx.save()
  ctx.transform(...layerMatrix(layer))
  if (picture === null) drawMissing(brush, layer)
  else drawCrop(ctx, layer, picture)
  if (traceMask(ctx, layer, slot)) cutToPath(ctx)
  if (slot?.paper) {
    ctx.globalCompositeOperation = 'destination-over'
    drawPaper(ctx, layer, slot.paper)
  }
  ctx.restore()
  const clip = outlineOf(design, slot)
  if (clip !== null) cutToBox(ctx, clip, view)
}

/** Whether drawing the photo takes away from the canvas or goes under what is on it. */
export function isCut(design: Design, layer: PhotoLayer): boolean {
  const slot = slotOf(design, layer)
  if (layer.mask !== 'none' || slot?.paper) return true
  return slot !== null && (slot.cornerRadiusMm > 0 || outlineOf(design, slot) !== null)
}

/** Everything the photo may touch: its box, and the paper round it. */
export function photoBoundsMm(design: Design, layer: PhotoLayer): BoundsMm {
  const paper = slotOf(design, layer)?.paper
  if (!paper) return layerBounds(layer)
  const more = 2 * Math.max(paper.topMm, paper.bottomMm, paper.sideMm)
  const { widthMm, heightMm } = layer
  return layerBounds({ ...layer, widthMm: widthMm + more, heightMm: heightMm + more })
}

const slotOf = (design: Design, layer: PhotoLayer): Slot | null =>
  layer.slotId === null ? null : slotById(design.layout, design.product.geometry, layer.slotId)

/** The collage's outline where it cuts more than the print's own does. */
function outlineOf(design: Design, slot: Slot | null): RoundedBoxMm | null {
  const clip = slot?.clip ?? null
  if (clip === null) return null
  const sheet = bleedBox(design.product.geometry)
  const isSheet = clip.widthMm === sheet.widthMm && clip.heightMm === sheet.heightMm
  return isSheet ? null : clip
}

/** How wide the whole photo would be, in px, at the size that the layer gives it. */
export function wantedWidthPx(layer: PhotoLayer, photo: PhotoRef, scalePxPerMm: number): number {
  const across = (layer.widthMm * layer.scale * scalePxPerMm) / layer.crop.width
  const down = (layer.heightMm * layer.scale * scalePxPerMm) / layer.crop.height
  return Math.max(across, (down * photo.widthPx) / photo.heightPx)
}

/** Makes the mask the current path. @returns false where the whole box is shown */
function traceMask(ctx: Canvas2D, layer: PhotoLayer, slot: Slot | null): boolean {
  const { widthMm: width, heightMm: height } = layer
  if (layer.mask !== 'none') {
    tracePath(ctx, maskPathIn(layer.mask, width, height))
    return true
  }
  if (slot === null || slot.cornerRadiusMm === 0) return false
  ctx.beginPath()
  ctx.roundRect(-width / 2, -height / 2, width, height, slot.cornerRadiusMm / layer.scale)
  return true
}

/** Makes the commands the current path. */
function tracePath(ctx: Canvas2D, commands: readonly PathCommand[]): void {
  ctx.beginPath()
  for (const step of commands) {
    if (step.op === 'M') ctx.moveTo(step.x, step.y)
    else if (step.op === 'L') ctx.lineTo(step.x, step.y)
    else if (step.op === 'C') ctx.bezierCurveTo(step.x1, step.y1, step.x2, step.y2, step.x, step.y)
    else ctx.closePath()
  }
}

/** Draws what the picture and the crop share; a picture may hold only part of the photo. */
function drawCrop(ctx: Canvas2D, layer: PhotoLayer, picture: PhotoPicture): void {
  const shared = intersection(layer.crop, picture.part)
  if (shared === null) return
  const { crop, widthMm, heightMm } = layer
  const { part } = picture
  ctx.imageSmoothingEnabled = true
  ctx.imageSmoothingQuality = picture.smoothing ?? 'high'
  ctx.drawImage(
    picture.image,
    ((shared.x - part.x) / part.width) * picture.widthPx,
    ((shared.y - part.y) / part.height) * picture.heightPx,
    (shared.width / part.width) * picture.widthPx,
    (shared.height / part.height) * picture.heightPx,
    ((shared.x - crop.x) / crop.width - 0.5) * widthMm,
    ((shared.y - crop.y) / crop.height - 0.5) * heightMm,
    (shared.width / crop.width) * widthMm,
    (shared.height / crop.height) * heightMm,
  )
}

function intersection(a: Crop, b: Crop): Crop | null {
  const x = Math.max(a.x, b.x)
  const y = Math.max(a.y, b.y)
  const width = Math.min(a.x + a.width, b.x + b.width) - x
  const height = Math.min(a.y + a.height, b.y + b.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : null
}

/** On the stage a photo that is still being decoded holds its place; a print never gets here. */
function drawMissing({ ctx, view }: LayerBrush, layer: PhotoLayer): void {
  if (!view.placeholders) return
  ctx.fillStyle = '#8f857a40'
  ctx.fillRect(-layer.widthMm / 2, -layer.heightMm / 2, layer.widthMm, layer.heightMm)
}
