// A picture's light as film has it that is blind to red.
import { at4 } from './indices'
import { RowReader, readRowInDoubles, rowReader, SampledPlane } from './sampled-plane'

/** By how much of its red a colour has more of it than of the others; skin and wood have less than this. */
const RED_FROM: f64 = 0.36
const RED_WHOLLY: f64 = 0.75
/** The same in bytes: in the dark hues are noise. */
const CLEAR_FROM: i32 = 20
const CLEAR_WHOLLY: i32 = 64
/** What of its light a full red is darker, and how light it is without that: a dark one would be black. */
const DARKER: f64 = 0.4
const LIGHT_FROM: f64 = 0.1
const LIGHT_WHOLLY: f64 = 0.6
/** A red that glows looks lighter than its luma (Helmholtz, Kohlrausch): light to which it is lifted, how far, and red from which it glows. */
const GLOW_LIGHT: f64 = 0.42
const GLOW_BY: f64 = 0.6
const GLOW_FROM: f64 = 140
const GLOW_WHOLLY: f64 = 215
/** By how much of its light a colour is yellow that no skin has, nor sand, nor wood; and what of its light a full one is darker. */
const YELLOW_FROM: f64 = 0.4
const YELLOW_WHOLLY: f64 = 0.75
const YELLOW_DARKER: f64 = 0.3

function smooth(from: f64, to: f64, value: f64): f64 {
  const share = min<f64>(1, max<f64>(0, (value - from) / (to - from)))
  return share * share * (3 - 2 * share)
}

/** Whether any of four pixels may be red or yellow enough. */
// @ts-ignore: decorator
@inline
function hasColours(pixels: v128): bool {
  const mask = i32x4.splat(255)
  const red = v128.and(pixels, mask)
  const green = v128.and(i32x4.shr_u(pixels, 8), mask)
  const blue = v128.and(i32x4.shr_u(pixels, 16), mask)
  const more = i32x4.sub(red, i32x4.max_s(green, blue))
  const yellow = i32x4.sub(i32x4.min_s(red, green), blue)
  return v128.any_true(i32x4.ge_s(i32x4.max_s(more, yellow), i32x4.splat(CLEAR_FROM)))
}

/** A light of a colour that is darker where that is a red or a full yellow. */
function darkened(light: f32, red: i32, green: i32, blue: i32, bare: f64, isGrey: bool): f32 {
  const yellow = min(red, green) - blue
  const high = max(red, green) as f64
  let seen = light
  if ((yellow as f64) > YELLOW_FROM * high && yellow > CLEAR_FROM) {
    const full = smooth(YELLOW_FROM, YELLOW_WHOLLY, (yellow as f64) / high)
    const clear = smooth(CLEAR_FROM, CLEAR_WHOLLY, yellow) * (1 - bare)
    seen = ((seen as f64) * (1 - YELLOW_DARKER * full * clear)) as f32
  }
  const more = red - max(green, blue)
  if (more < CLEAR_FROM || (more as f64) < RED_FROM * (red as f64)) return seen
  const share = smooth(RED_FROM, RED_WHOLLY, (more as f64) / (red as f64))
  const clear = smooth(CLEAR_FROM, CLEAR_WHOLLY, more) * (1 - bare)
  const own = seen as f64
  const lit = smooth(LIGHT_FROM, LIGHT_WHOLLY, own)
  const glow = isGrey ? GLOW_BY * share * clear * smooth(GLOW_FROM, GLOW_WHOLLY, red) : 0
  const dark = own * (1 - DARKER * lit * share * clear)
  return (dark + glow * max<f64>(0, GLOW_LIGHT - dark)) as f32
}

/**
 * Rows of luma in which reds and full yellows are darker, in place. Bare skin stays as it is.
 * @param isGrey reds that glow are lifted: no colour tells them
 * @param bare a `SampledPlane`, how much of a place is bare skin; without an address nothing is
 */
export function darkenReds(
  luma: usize, pixels: usize, width: i32, rows: i32, top: i32, height: i32, isGrey: bool,
  bare: usize,
): void {
  const plane = changetype<SampledPlane>(bare)
  let skin: RowReader | null = null
  if (plane.values != 0) skin = rowReader(plane, width)
  for (let row = 0; row < rows; row++) {
    let isRead = false
    for (let x = 0; x < width; x += 4) {
      const from = row * width + x
      if (!hasColours(v128.load(at4(pixels, from)))) continue
      if (skin != null && !isRead) {
        readRowInDoubles(skin, top + row, width, height)
        isRead = true
      }
      for (let k = 0; k < min(4, width - x); k++) {
        const at = at4(pixels, from + k)
        const share = skin == null ? 0 : (load<f32>(at4(skin.row, x + k)) as f64)
        const own = load<f32>(at4(luma, from + k))
        store<f32>(
          at4(luma, from + k),
          darkened(own, load<u8>(at), load<u8>(at, 1), load<u8>(at, 2), share, isGrey),
        )
      }
    }
  }
}
