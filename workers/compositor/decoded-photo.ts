import type { PhotoPicture } from '#core/render/assets.ts'

/** A photo as the browser decoded it. */
export interface DecodedPhoto extends PhotoPicture {
  readonly image: ImageBitmap
}

/** A picture that shows all of its photo. */
export const wholePhoto = (image: ImageBitmap): DecodedPhoto => ({
  image,
  widthPx: image.width,
  heightPx: image.height,
  part: { x: 0, y: 0, width: 1, height: 1 },
})
