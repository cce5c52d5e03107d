// PatchMatch (Barnes, Shechtman, Finkelstein, Goldman 2009): for each patch that touches the hole a
// patch that does not and is like it, by handing on what neighbours found and by looking around.
import { at4 } from './indices'
import { reserve } from './memory'
import { patchDistance, SOURCE, TARGET, zonesOf } from './patches'

const FAR: i32 = i32.MAX_VALUE
/** What is found by chance must be so much better, as a shift, than what lies as its neighbours do. */
const COHERENCE: i32 = 4

let state: u32 = 1

/** xorshift32 (Marsaglia 2003). */
// @ts-ignore: decorator
@inline
function random(): u32 {
  state ^= state << 13
  state ^= state >> 17
  state ^= state << 5
  return state
}

/**
 * Betters `found` in place: for each pixel the index of the one whose patch is like its own, -1 where
 * none is known.
 * @param first 0 where the first sweep goes forth, 1 where it goes back; they take turns
 * @param reach how far about its place one is looked for, px; it halves down to 1
 * @param top first row whose patches are looked for; `bottom` is the row after the last
 */
export function matchPatches(
  picture: usize, hole: usize, found: usize, width: i32, height: i32,
  first: i32, sweeps: i32, reach: i32, seed: i32, top: i32, bottom: i32,
): void {
  const count = width * height
  const from = top * width
  const to = bottom * width
  const zone = zonesOf(hole, width, height)
  const cost = reserve((count as usize) << 2)
  state = (seed as u32) | 1
  for (let i = from; i < to; i++) {
    store<i32>(at4(cost, i), FAR)
    if (load<u8>(zone + (i as usize)) != TARGET) continue
    const known = load<i32>(at4(found, i))
    if (known >= 0 && known < count && load<u8>(zone + (known as usize)) == SOURCE)
      store<i32>(at4(cost, i), patchDistance(picture, width, i, known, FAR))
    else store<i32>(at4(found, i), -1)
  }
  for (let sweep = first; sweep < first + sweeps; sweep++) {
    if ((sweep & 1) == 0)
      for (let i = from; i < to; i++)
        better(picture, zone, found, cost, width, height, i, 1, reach)
    else
      for (let i = to - 1; i >= from; i--)
        better(picture, zone, found, cost, width, height, i, -1, reach)
  }
}

// @ts-ignore: decorator
@inline
function better(
  picture: usize, zone: usize, found: usize, cost: usize, width: i32, height: i32,
  i: i32, step: i32, reach: i32,
): void {
  if (load<u8>(zone + (i as usize)) != TARGET) return
  let best = load<i32>(at4(found, i))
  let least = load<i32>(at4(cost, i))
  for (let side = 0; side < 2; side++) {
    const by = side == 0 ? step : step * width
    const theirs = load<i32>(at4(found, i - by))
    if (theirs < 0 || load<u8>(zone + ((i - by) as usize)) != TARGET) continue
    const candidate = theirs + by
    if (candidate == best || load<u8>(zone + (candidate as usize)) != SOURCE) continue
    const distance = patchDistance(picture, width, i, candidate, least)
    if (distance < least) {
      least = distance
      best = candidate
    }
  }
  const lastX = width - 1
  const lastY = height - 1
  for (let r = reach; r >= 1; r >>= 1) {
    const about = best < 0 ? i : best
    const span = ((r << 1) + 1) as u32
    const x = max(0, min(lastX, (about % width) - r + ((random() % span) as i32)))
    const y = max(0, min(lastY, (about / width) - r + ((random() % span) as i32)))
    const candidate = y * width + x
    if (load<u8>(zone + (candidate as usize)) != SOURCE) continue
    const most = least == FAR ? FAR : least - (least >> COHERENCE)
    const distance = patchDistance(picture, width, i, candidate, most)
    if (distance < most) {
      least = distance
      best = candidate
    }
  }
  store<i32>(at4(found, i), best)
  store<i32>(at4(cost, i), least)
}
