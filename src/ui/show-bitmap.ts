/** Hands a picture to the screen as it is, and gives it up: no pixel is drawn on the page's own thread. */
export function showBitmap(canvas: HTMLCanvasElement, picture: ImageBitmap): void {
  canvas.width = picture.width
  canvas.height = picture.height
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(picture)
}
