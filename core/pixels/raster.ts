/** 8-bit RGBA pixels, straight (not premultiplied) alpha, sRGB, row by row from the top. */
export interface Raster {
  readonly widthPx: number
  readonly heightPx: number
  /** `widthPx * heightPx * 4` bytes. */
  readonly rgba: Uint8ClampedArray<ArrayBuffer>
}

/** One 8-bit channel: a matte (0 outside, 255 inside) or a luminance. */
export interface Plane {
  readonly widthPx: number
  readonly heightPx: number
  readonly values: Uint8ClampedArray<ArrayBuffer>
}

/** One channel of 32-bit floats, 0..1 unless a kernel says otherwise. */
export interface FloatPlane {
  readonly widthPx: number
  readonly heightPx: number
  readonly values: Float32Array<ArrayBuffer>
}

/** A unit tangent at every pixel: the direction along the edge (Kang et al. 2007). */
export interface TangentFlow {
  readonly widthPx: number
  readonly heightPx: number
  readonly tx: Float32Array<ArrayBuffer>
  readonly ty: Float32Array<ArrayBuffer>
}
