import { effectiveDpi } from '../units.ts'
import type { Crop, PhotoLayer, PhotoRef } from './document.ts'
import type { PointMm } from './geometry.ts'
import { shownPhoto } from './shown-photo.ts'

/** Width and height in any one unit: only their ratio and the crop's own fractions matter. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** The smallest part of a photo that may fill a frame. */
const CROP_MIN = 0.02

const clamp = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), Math.max(low, high))

/**
 * The largest part of a photo that has the frame's shape ("cover"), made smaller by `zoom`.
 * @param photo upright pixels
 * @param frame box that is filled
 * @param options `focusX`, `focusY`: what stays in the middle, as fractions of the photo;
 *   `zoom`: 1 covers exactly, more shows less of the photo
 */
export function coverCrop(
  photo: Pick<PhotoRef, 'widthPx' | 'heightPx'>,
  frame: Size,
  options: { readonly focusX?: number; readonly focusY?: number; readonly zoom?: number } = {},
): Crop {
  const { focusX = 0.5, focusY = 0.5, zoom = 1 } = options
  const cover = coverExtent(photo, frame)
  const shrink = Math.max(1, zoom)
  return placedCrop(cover.width / shrink, cover.height / shrink, focusX, focusY)
}

/** How far a crop is zoomed in beyond cover; 1 shows as much of the photo as the frame can. */
export function cropZoom(
  crop: Crop,
  photo: Pick<PhotoRef, 'widthPx' | 'heightPx'>,
  frame: Size,
): number {
  return Math.max(1, coverExtent(photo, frame).width / crop.width)
}

/**
 * The crop moved under its frame: a drag of the frame's full width moves it by its own width.
 * @param byX, byY how far the photo is dragged, as fractions of the frame, right and down positive
 */
export const panCrop = (crop: Crop, byX: number, byY: number): Crop => ({
  ...crop,
  x: clamp(crop.x - byX * crop.width, 0, 1 - crop.width),
  y: clamp(crop.y - byY * crop.height, 0, 1 - crop.height),
})

/**
 * The crop zoomed about a place of the frame, never beyond the photo's edges.
 * @param factor above 1 zooms in
 * @param anchorX, anchorY what stays where it is, as fractions of the frame
 */
export function zoomCrop(
  crop: Crop,
  photo: Pick<PhotoRef, 'widthPx' | 'heightPx'>,
  frame: Size,
  factor: number,
  anchorX = 0.5,
  anchorY = 0.5,
): Crop {
  const cover = coverExtent(photo, frame)
  const least = Math.min(1, CROP_MIN / Math.min(cover.width, cover.height))
  const share = clamp(crop.width / cover.width / factor, least, 1)
  const width = cover.width * share
  const height = cover.height * share
  return {
    x: clamp(crop.x + anchorX * (crop.width - width), 0, 1 - width),
    y: clamp(crop.y + anchorY * (crop.height - height), 0, 1 - height),
    width,
    height,
  }
}

/** The crop with a new frame's shape: same middle, and as near as may be the same zoom. */
export function refitCrop(
  crop: Crop,
  photo: Pick<PhotoRef, 'widthPx' | 'heightPx'>,
  before: Size,
  after: Size,
): Crop {
  return coverCrop(photo, after, {
    focusX: crop.x + crop.width / 2,
    focusY: crop.y + crop.height / 2,
    zoom: cropZoom(crop, photo, before),
  })
}

/**
 * The crop after the frame's own edges moved over a photo that stays where it is; where the frame
 * outgrows the photo, the photo grows with it.
 * @param before, after frame sizes in mm at scale 1
 * @param shift how far the frame's top left corner moved, in the same upright mm of the layer
 */
export function uncoverCrop(
  crop: Crop,
  photo: Pick<PhotoRef, 'widthPx' | 'heightPx'>,
  before: Size,
  after: Size,
  shift: PointMm,
): Crop {
  const cover = coverExtent(photo, after)
  const width = Math.min(cover.width, (crop.width * after.width) / before.width)
  const height = width * (cover.height / cover.width)
  return {
    x: clamp(crop.x + (shift.xMm / before.width) * crop.width, 0, 1 - width),
    y: clamp(crop.y + (shift.yMm / before.height) * crop.height, 0, 1 - height),
    width,
    height,
  }
}

/**
 * Pixels of the photo per printed inch in the layer's present size, on the worse axis.
 * Under `limits.dpiWarn` the studio warns.
 */
export function layerDpi(layer: PhotoLayer): number {
  const photo = shownPhoto(layer)
  const across = effectiveDpi(photo.widthPx * layer.crop.width, layer.widthMm * layer.scale)
  const down = effectiveDpi(photo.heightPx * layer.crop.height, layer.heightMm * layer.scale)
  return Math.min(across, down)
}

/** Fractions of the photo that exactly cover a frame. */
function coverExtent(photo: Pick<PhotoRef, 'widthPx' | 'heightPx'>, frame: Size): Size {
  const photoRatio = photo.widthPx / photo.heightPx
  const frameRatio = frame.width / frame.height
  return frameRatio >= photoRatio
    ? { width: 1, height: photoRatio / frameRatio }
    : { width: frameRatio / photoRatio, height: 1 }
}

const placedCrop = (width: number, height: number, focusX: number, focusY: number): Crop => ({
  x: clamp(focusX - width / 2, 0, 1 - width),
  y: clamp(focusY - height / 2, 0, 1 - height),
  width,
  height,
})
