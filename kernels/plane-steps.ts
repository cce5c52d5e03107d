// Small steps over planes of a picture, in doubles as scripts take them: run once, a script takes ten times as long.
import { gaussian } from './gaussian'
import { at4, at8 } from './indices'

/** Under this a Gaussian changes nothing that 8 bits could show. */
const SIGMA_MIN: f64 = 0.05

/** A Gaussian of any sigma. */
export function softened(from: usize, into: usize, w: i32, h: i32, sigma: f64): void {
  if (sigma < SIGMA_MIN) memory.copy(into, from, (w * h as usize) << 2)
  else gaussian(from, into, w, h, 1, sigma as f32)
}

// @ts-ignore: decorator
@inline
export function smoothstep(from: f64, to: f64, value: f64): f64 {
  const t = min<f64>(1, max<f64>(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

// @ts-ignore: decorator
@inline
export function valueAt(plane: usize, at: i32): f64 {
  return load<f32>(at4(plane, at)) as f64
}

/** A plane that is softened, as a smooth step from one value to another. */
export function softSteps(
  plane: usize, into: usize, w: i32, h: i32, sigma: f64, from: f64, to: f64,
): void {
  softened(plane, into, w, h, sigma)
  for (let at = 0; at < w * h; at++) {
    store<f32>(at4(into, at), smoothstep(from, to, valueAt(into, at)) as f32)
  }
}

/** Draws a plane towards another by a share of each pixel, in place. */
export function mixPlanes(own: usize, other: usize, share: usize, count: i32): void {
  for (let at = 0; at < count; at++) {
    const value = valueAt(own, at)
    const apart = valueAt(other, at) - value
    store<f32>(at4(own, at), (value + apart * valueAt(share, at)) as f32)
  }
}

/**
 * Of each block of a plane the mean square of the slope, and what of it goes across more than down, and along
 * diagonals.
 * @param aside plane of what is left out where it is more than `most`; 0 for none
 * @param square, turned, skewed a float for each block, cleared
 */
export function blockSlopes(
  plane: usize, aside: usize, most: f64, w: i32, h: i32, blockPx: i32,
  square: usize, turned: usize, skewed: usize,
): void {
  const across = (w + blockPx - 1) / blockPx
  const share = 1 / ((blockPx * blockPx) as f64)
  for (let y = 0; y + 1 < h; y++) {
    let block = (y / blockPx) * across
    for (let left = 0; left + 1 < w; left += blockPx, block++) {
      const end = y * w + min(w - 1, left + blockPx)
      let uu: f64 = 0
      let vv: f64 = 0
      let uv: f64 = 0
      for (let at = y * w + left; at < end; at++) {
        if (aside != 0 && valueAt(aside, at) > most) continue
        const own = valueAt(plane, at)
        const u = valueAt(plane, at + 1) - own
        const v = valueAt(plane, at + w) - own
        uu += u * u
        vv += v * v
        uv += u * v
      }
      store<f32>(at4(square, block), (valueAt(square, block) + (uu + vv) * share) as f32)
      store<f32>(at4(turned, block), (valueAt(turned, block) + (uu - vv) * share) as f32)
      store<f32>(at4(skewed, block), (valueAt(skewed, block) + 2 * uv * share) as f32)
    }
  }
}

/**
 * How much deeper a surface lies for each pixel to the right and down: about each place points of it are met by a
 * plane (moving least squares).
 * @param points x, y and depth of each, doubles
 * @param least square of how far about a place the points tell of it
 * @param places x and y of each, doubles, over which its slopes are written
 */
export function pointSlopes(points: usize, count: i32, least: f64, places: usize, total: i32): void {
  for (let place = 0; place < total; place++) {
    const x = load<f64>(at8(places, 2 * place))
    const y = load<f64>(at8(places, 2 * place + 1))
    let w: f64 = 0
    let wx: f64 = 0
    let wy: f64 = 0
    let wz: f64 = 0
    let xx: f64 = 0
    let xy: f64 = 0
    let yy: f64 = 0
    let xz: f64 = 0
    let yz: f64 = 0
    for (let k = 0; k < count; k++) {
      const dx = load<f64>(at8(points, 3 * k)) - x
      const dy = load<f64>(at8(points, 3 * k + 1)) - y
      const dz = load<f64>(at8(points, 3 * k + 2))
      const near = least / (dx * dx + dy * dy + least)
      const weight = near * near * near
      w += weight
      wx += weight * dx
      wy += weight * dy
      wz += weight * dz
      xx += weight * dx * dx
      xy += weight * dx * dy
      yy += weight * dy * dy
      xz += weight * dx * dz
      yz += weight * dy * dz
    }
    // So that points along one line, or in one place, give a slope, too.
    const calm: f64 = 1e-3 * least * w
    const cxx = xx - (wx * wx) / w + calm
    const cyy = yy - (wy * wy) / w + calm
    const cxy = xy - (wx * wy) / w
    const cxz = xz - (wx * wz) / w
    const cyz = yz - (wy * wz) / w
    const whole = cxx * cyy - cxy * cxy
    store<f64>(at8(places, 2 * place), (cxz * cyy - cyz * cxy) / whole)
    store<f64>(at8(places, 2 * place + 1), (cyz * cxx - cxz * cxy) / whole)
  }
}
