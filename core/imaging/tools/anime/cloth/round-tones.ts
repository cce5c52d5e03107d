import type { Kernels } from '../../../../kernels/kernels.ts'
import { inParts } from '../../../../pixels/in-parts.ts'
import { meansWithin } from '../cells/means-within.ts'
import type { OkLabPicture } from '../study.ts'

/** Light is all of the one tone or of the other where it lies so far from where the next one begins, OKLab. */
const RAMP = 0.01

/** How the light of garments is cut. */
export interface ToCut {
  /** Of garments, against their own. */
  readonly light: Float32Array
  /** Of each garment where its light is cut, by its number. */
  readonly steps: readonly (readonly number[])[]
  /** The number of the garment at a place, below 0 for none. */
  readonly garmentAt: (at: number) => number
}

/**
 * Which tone of its garment each place has, with shapes as a brush would draw them: a border follows no smaller
 * turn than this, and what is narrower goes. Shapes are rounded, not light: a border stays where it is straight.
 * @param reachPx how small a turn is
 */
export function roundTones(
  kernels: Pick<Kernels, 'gaussian'>,
  picture: Pick<OkLabPicture, 'widthPx' | 'heightPx'>,
  { light, steps, garmentAt }: ToCut,
  reachPx: number,
): Uint8Array {
  const tones = new Uint8Array(light.length)
  const most = steps.reduce((all, own) => Math.max(all, own.length), 0)
  for (let tone = 0; tone < most; tone++) {
    const [weight, shares] = [new Float32Array(light.length), new Float32Array(light.length)]
    inParts(light.length, (from, until) => {
      for (let at = from; at < until; at++) {
        const step = steps[garmentAt(at)]?.[tone]
        if (step === undefined) continue
        weight[at] = 1
        const above = 0.5 + ((light[at] as number) - step) / (2 * RAMP)
        shares[at] = Math.min(1, Math.max(0, above))
      }
    })
    const means = meansWithin(kernels, picture, shares, weight, reachPx)
    inParts(light.length, (from, until) => {
      for (let at = from; at < until; at++) {
        if (weight[at] === 1 && (means[at] as number) > 0.5) tones[at] = tone + 1
      }
    })
  }
  return tones
}
