/** Where hair may be with this share, it is looked at. */
const HAIR = 0.3
/** What looks hold by this, or by this less than all, they are sure of. */
const SURE = 0.97

/**
 * How well colours alone tell hair from what lies behind it: of what looks are sure of where hair may be, the
 * least share, of what is held and of what is not, that colours would tell rightly.
 * @param seen what looks say of each pixel, 0..1
 * @param hair where hair may be, 0..1
 * @param odds the logarithm of how much likelier the colours are inside
 * @returns 0..1; 0 where looks are not sure of both
 */
export function toldApart(seen: Float32Array, hair: Float32Array, odds: Float32Array): number {
  let [inside, insideTold, behind, behindTold] = [0, 0, 0, 0]
  for (let at = 0; at < odds.length; at++) {
    if ((hair[at] as number) < HAIR) continue
    const value = seen[at] as number
    if (value > SURE) {
      inside++
      if ((odds[at] as number) > 0) insideTold++
    } else if (value < 1 - SURE) {
      behind++
      if ((odds[at] as number) < 0) behindTold++
    }
  }
  return Math.min(insideTold / Math.max(1, inside), behindTold / Math.max(1, behind))
}
