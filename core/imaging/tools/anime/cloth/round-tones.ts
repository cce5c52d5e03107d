import type { Kernels } from '../../../../kernels/kernels.ts'
import { inParts } from '../../../../pixels/in-parts.ts'
import { withValues } from '../../../../pixels/with-values.ts'
import { giveBack } from '../../../give-back.ts'
import type { ToolEnvironment } from '../../../tool.ts'
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
  env: ToolEnvironment,
  picture: Pick<OkLabPicture, 'widthPx' | 'heightPx'>,
  { light, steps, garmentAt }: ToCut,
  reachPx: number,
): Uint8Array {
  const tones = new Uint8Array(light.length)
  const most = steps.reduce((all, own) => Math.max(all, own.length), 0)
  const votes = new Float32Array(light.length)
  for (let tone = 0; tone < most; tone++) {
    const stepAt = (at: number) => steps[garmentAt(at)]?.[tone]
    withValues(votes, (at) => {
      const step = stepAt(at)
      if (step === undefined) return 0
      return Math.min(0.5, Math.max(-0.5, ((light[at] as number) - step) / (2 * RAMP)))
    })
    const said = mostAbout(env.kernels, picture, votes, reachPx)
    inParts(light.length, (from, until) => {
      for (let at = from; at < until; at++) {
        if ((said[at] as number) > 0 && stepAt(at) !== undefined) tones[at] = tone + 1
      }
    })
    giveBack(env, [said])
  }
  giveBack(env, [votes])
  return tones
}

/**
 * What most of what lies about each place says: over 0 for yes.
 * @param votes -0.5 for no to 0.5 for yes, 0 of who has none
 * @param reachPx how far is asked
 */
export const mostAbout = (
  kernels: Pick<Kernels, 'gaussian'>,
  { widthPx, heightPx }: Pick<OkLabPicture, 'widthPx' | 'heightPx'>,
  votes: Float32Array<ArrayBuffer>,
  reachPx: number,
): Float32Array<ArrayBuffer> =>
  kernels.gaussian({ widthPx, heightPx, values: votes }, reachPx).values
