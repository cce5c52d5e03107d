/**
 * The part of Canvas2D that the renderer draws with. Core knows no DOM: a browser's
 * `OffscreenCanvasRenderingContext2D` and a server's canvas both have this shape.
 */
export interface Canvas2D {
  textRendering?: unknown
  fillStyle: unknown
  strokeStyle: unknown
  lineWidth: number
  lineCap: 'butt' | 'round' | 'square'
  lineJoin: 'bevel' | 'miter' | 'round'
  miterLimit: number
  globalAlpha: number
  globalCompositeOperation: string
  imageSmoothingEnabled: boolean
  imageSmoothingQuality: 'low' | 'medium' | 'high'
  shadowBlur: number
  shadowColor: string
  shadowOffsetX: number
  shadowOffsetY: number
  filter: string
  font: string
  textAlign: 'start' | 'end' | 'left' | 'right' | 'center'
  textBaseline: 'top' | 'hanging' | 'middle' | 'alphabetic' | 'ideographic' | 'bottom'
  direction: 'ltr' | 'rtl' | 'inherit'
  letterSpacing: string
  save(): void
  restore(): void
  beginPath(): void
  closePath(): void
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  quadraticCurveTo(cpx: number, cpy: number, x: number, y: number): void
  bezierCurveTo(c1x: number, c1y: number, c2x: number, c2y: number, x: number, y: number): void
  arc(x: number, y: number, radius: number, start: number, end: number, ccw?: boolean): void
  rect(x: number, y: number, width: number, height: number): void
  roundRect(x: number, y: number, width: number, height: number, radii: number | number[]): void
  ellipse(
    x: number,
    y: number,
    radiusX: number,
    radiusY: number,
    rotation: number,
    start: number,
    end: number,
    ccw?: boolean,
  ): void
  clip(): void
  clip(path: CanvasPath): void
  fill(rule?: 'nonzero' | 'evenodd'): void
  fill(path: CanvasPath, rule?: 'nonzero' | 'evenodd'): void
  stroke(): void
  stroke(path: CanvasPath): void
  setLineDash(segments: number[]): void
  drawImage(image: CanvasImage, x: number, y: number): void
  drawImage(image: CanvasImage, x: number, y: number, width: number, height: number): void
  drawImage(
    image: CanvasImage,
    sourceX: number,
    sourceY: number,
    sourceWidth: number,
    sourceHeight: number,
    x: number,
    y: number,
    width: number,
    height: number,
  ): void
  getImageData(x: number, y: number, width: number, height: number): PixelBlock
  putImageData(block: PixelBlock, x: number, y: number): void
  clearRect(x: number, y: number, width: number, height: number): void
  fillRect(x: number, y: number, width: number, height: number): void
  fillText(text: string, x: number, y: number): void
  strokeText(text: string, x: number, y: number): void
  measureText(text: string): TextExtent
  translate(x: number, y: number): void
  rotate(radians: number): void
  scale(x: number, y: number): void
  transform(a: number, b: number, c: number, d: number, e: number, f: number): void
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void
  createLinearGradient(x0: number, y0: number, x1: number, y1: number): CanvasGradientLike
  createRadialGradient(
    x0: number,
    y0: number,
    r0: number,
    x1: number,
    y1: number,
    r1: number,
  ): CanvasGradientLike
}

/** Whatever the host can draw from: a bitmap, a canvas. Core hands it on and never looks inside. */
export type CanvasImage = object

/** A path made by the host from SVG path words. */
export type CanvasPath = object

/** Straight RGBA pixels as the host reads and writes them. */
export interface PixelBlock {
  readonly data: Uint8ClampedArray<ArrayBuffer>
  readonly width: number
  readonly height: number
}

export interface CanvasGradientLike {
  addColorStop(offset: number, colour: string): void
}

export interface TextExtent {
  readonly width: number
  readonly actualBoundingBoxAscent: number
  readonly actualBoundingBoxDescent: number
  readonly actualBoundingBoxLeft: number
  readonly actualBoundingBoxRight: number
  readonly fontBoundingBoxAscent: number
  readonly fontBoundingBoxDescent: number
}
