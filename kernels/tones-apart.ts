// How far the pixels of things lie from the tones that these are painted in, in doubles as scripts take them.
import { at4, at8 } from './indices'
import { smoothstep, valueAt } from './plane-steps'

/** Whether a pixel has the colour of a thing in more light than any of its tones. */
// @ts-ignore: decorator
@inline
function isLit(
  light: f64, red: f64, yellow: f64, sizes: usize, lights: usize, reds: usize, yellows: usize,
  first: i32, end: i32, lighter: f64, near: f64,
): bool {
  let least = f64.MAX_VALUE
  for (let tone = first; tone < end; tone++) {
    if (load<i32>(at4(sizes, tone)) == 0) continue
    const own = load<f64>(at8(lights, tone))
    if (light < own + lighter) return false
    const da = red / light - load<f64>(at8(reds, tone)) / own
    const db = yellow / light - load<f64>(at8(yellows, tone)) / own
    least = min<f64>(least, da * da + db * db)
  }
  return least < near
}

/**
 * Where pixels of things differ from all of their tones, and by how much they do so together.
 * @param kinds of each pixel its tone: `tones` of each thing, from `first` on
 * @param sizes, lights, reds, yellows of each tone its pixels and its colour, doubles
 * @param far by how much a pixel differs that is not of its thing, squared; no pixel counts for more than `most`
 * @param weight, dark how much more than light colour counts, and in the dark; `from` and `to` where that begins and ends
 * @param lighter, near by how much lighter than all tones, and how near to one in colour, squared, a patch of light is
 * @param differs, lit of each pixel 1 for what differs, and for a patch of light, cleared
 * @param away, pixels of each thing, from 1 on, by how much its pixels differ together, a double, and how many it has; cleared
 */
export function differFromTones(
  lightness: usize, a: usize, b: usize, kinds: usize, count: i32, first: i32, tones: i32,
  sizes: usize, lights: usize, reds: usize, yellows: usize,
  far: f64, most: f64, weight: f64, dark: f64, from: f64, to: f64, lighter: f64, near: f64,
  differs: usize, lit: usize, away: usize, pixels: usize,
): void {
  for (let at = 0; at < count; at++) {
    const kind = load<i32>(at4(kinds, at))
    if (kind < first) continue
    const thing = (kind - first) / tones
    const start = first + thing * tones
    const light = valueAt(lightness, at)
    const red = valueAt(a, at)
    const yellow = valueAt(b, at)
    const counts = dark + (weight - dark) * smoothstep(from, to, light)
    let least = Infinity
    for (let tone = start; tone < start + tones; tone++) {
      if (load<i32>(at4(sizes, tone)) == 0) continue
      const own = load<f64>(at8(lights, tone))
      const dl = light - own
      const times = light / max<f64>(from, own)
      const da = (red - load<f64>(at8(reds, tone)) * times) * counts
      const db = (yellow - load<f64>(at8(yellows, tone)) * times) * counts
      least = min<f64>(least, dl * dl + da * da + db * db)
    }
    if (least > far) {
      const isPatch = isLit(
        light, red, yellow, sizes, lights, reds, yellows, start, start + tones, lighter, near,
      )
      store<u8>(differs + (at as usize), 1)
      if (isPatch) store<u8>(lit + (at as usize), 1)
    }
    const sum = at8(away, thing + 1)
    store<f64>(sum, load<f64>(sum) + min<f64>(least, most))
    const own = at4(pixels, thing + 1)
    store<i32>(own, load<i32>(own) + 1)
  }
}
