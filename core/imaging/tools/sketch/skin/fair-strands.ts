import {
  type Box,
  clampBox,
  createFloatPlane,
  scaledBox,
  smoothstep,
} from '../../../../pixels/pixels.ts'
import { boundsOf } from '../../../../pixels/plane-bounds.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import { RowSampler } from '../../../../pixels/sample-rows.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { FoundHair } from './hair.ts'

/** How sure hair has to be, and how light, in luma over this many px of the copy about it. */
const HAIR = { from: 0.45, wholly: 0.75 }
const FAIR = { from: 0.5, wholly: 0.66, px: 4 }
/** Luma of all hair of a head from which what is light of it is hair: walls and flowers are light in dark curls. */
const HEAD = { from: 0.27, wholly: 0.4 }
/** What is less than this of fair hair is left. */
const LEAST = 0.1
/** Reach within which a strand differs from its hair, and in which strands are weighed; thousandths of the longer side. */
const STRAND = 5
const ABOUT = 8
/** By how much strands are to differ from their hair, in luma, at most so often what they do; grain differs by less. */
const WANTED = 0.2
const MOST = 10
const GRAIN = 0.008

/**
 * Brings out the strands of light hair, that of white hair, too: a pen sees no line in what differs by a few
 * hundredths, and the head would be bald.
 * @param luma as large as the picture of the faces; is changed
 * @param small a copy of it; the chance of hair, and `skin`, are as large
 */
export async function bringOutFairStrands(
  env: ToolEnvironment,
  luma: FloatPlane,
  small: Raster,
  hair: FoundHair,
  skin: FloatPlane | null,
): Promise<void> {
  const fair = fairIn(env, small, hair, skin, small.widthPx / luma.widthPx)
  const seen = boundsOf(fair, LEAST)
  if (seen === null) return
  await env.checkpoint()
  const { widthPx, heightPx } = luma
  const scale = widthPx / small.widthPx
  const unitPx = Math.max(widthPx, heightPx) / 1000
  const box = clampBox(scaledBox(seen, scale), widthPx, heightPx)
  const part = { ...new RowSampler(luma, widthPx, heightPx).part(box) }
  const soft = env.kernels.gaussian(part, STRAND * unitPx)
  const strands = part.values.map((own, i) => own - (soft.values[i] as number))
  const squares = { ...part, values: strands.map((own) => own * own) }
  const spread = env.kernels.gaussian(squares, ABOUT * unitPx).values
  const shares = new RowSampler(fair, widthPx, heightPx).part(box).values
  for (let i = 0; i < strands.length; i++) {
    const share = shares[i] as number
    if (share === 0) continue
    const times = Math.min(MOST, WANTED / (GRAIN + Math.sqrt(Math.max(0, spread[i] as number))))
    const at = (box.y + Math.floor(i / box.width)) * widthPx + box.x + (i % box.width)
    const more = share * Math.max(0, times - 1) * (strands[i] as number)
    luma.values[at] = Math.min(1, Math.max(0, (luma.values[at] as number) + more))
  }
}

/** How much light hair there is at each place of a copy, 0..1. @param scale of the copy against the heads' boxes */
function fairIn(
  { kernels }: ToolEnvironment,
  small: Raster,
  { chance, of }: FoundHair,
  skin: FloatPlane | null,
  scale: number,
): FloatPlane {
  const light = kernels.gaussian(kernels.luma(small), FAIR.px).values
  const fair = createFloatPlane(small.widthPx, small.heightPx)
  for (const head of of.values()) {
    const box = clampBox(scaledBox(head.box, scale), small.widthPx, small.heightPx)
    const much = smoothstep(HEAD.from, HEAD.wholly, lightIn(box, chance, light))
    if (much === 0) continue
    eachOf(box, chance.widthPx, (i) => {
      const own = chance.values[i] as number
      if (own <= HAIR.from) return
      const sure = smoothstep(HAIR.from, HAIR.wholly, own) * (1 - (skin?.values[i] ?? 0))
      const found = much * sure * smoothstep(FAIR.from, FAIR.wholly, light[i] as number)
      fair.values[i] = Math.max(fair.values[i] as number, found)
    })
  }
  return fair
}

/** How light the hair in a box is. */
function lightIn(box: Box, { widthPx, values }: FloatPlane, light: Float32Array): number {
  let [sum, all] = [0, 1e-6]
  eachOf(box, widthPx, (i) => {
    sum += (values[i] as number) * (light[i] as number)
    all += values[i] as number
  })
  return sum / all
}

function eachOf({ x, y, width, height }: Box, widthPx: number, take: (i: number) => void): void {
  for (let row = y; row < y + height; row++) {
    for (let i = row * widthPx + x, end = i + width; i < end; i++) take(i)
  }
}
