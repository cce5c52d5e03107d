import { limits } from '../../limits.ts'
import { strokesOf } from '../brush-strokes.ts'
import { settingsOf, type ToolSettings } from '../tool-definition.ts'
import { cutOut } from '../tools/cut-out/tool.ts'
import { rescue } from '../tools/rescue/tool.ts'
import { superResolution } from '../tools/super-resolution/tool.ts'
import type { ToolId } from '../tools/table.ts'

/** What a tool costs on the machine of docs/benchmarks.md: seconds, decoding and encoding included. */
export interface ToolCost {
  readonly fixedSeconds: number
  readonly secondsPerMegapixel: number
  /** The part of it that a network's arithmetic takes, 0..1; kernels take the rest. */
  readonly networkShare: number
  /** Its networks are shown the photo tile after tile, which a graphics processor may do. */
  readonly isTiled?: true
}

/** Of a JPEG as phones store it, which two networks see: a clean photo takes half, and a quarter at x4. */
const enlarging = {
  x2: { fixedSeconds: 0.2, secondsPerMegapixel: 4.4, networkShare: 0.6, isTiled: true },
  x4: { fixedSeconds: 0.2, secondsPerMegapixel: 13, networkShare: 0.6, isTiled: true },
} as const satisfies Readonly<Record<string, ToolCost>>

const cutting = { secondsPerMegapixel: 0.04 } as const

/** Fitted to 1 and 12 megapixels of docs/benchmarks.md; rescue's strokes and x4 by earlier runs and the probe. */
const costs: Readonly<Record<ToolId, (settings: ToolSettings) => ToolCost>> = {
  'cut-out': (settings) => {
    const { subject, sought, thingsOut } = settingsOf(cutOut, settings)
    // What stands out is found by another network, of a photo in which nobody was found before, too.
    const areThings = subject !== 'painted' && (sought === 'things' || thingsOut !== '')
    return areThings
      ? { fixedSeconds: 2.4, ...cutting, networkShare: 0.6 }
      : { fixedSeconds: 1, ...cutting, networkShare: 0.2 }
  },
  sketch: () => ({ fixedSeconds: 0.9, secondsPerMegapixel: 0.155, networkShare: 0 }),
  enhance: () => ({ fixedSeconds: 0.1, secondsPerMegapixel: 0.042, networkShare: 0.2 }),
  anime: () => ({ fixedSeconds: 2.3, secondsPerMegapixel: 0.035, networkShare: 0.1 }),
  rescue: (settings) => {
    const strokes = strokesOf(settingsOf(rescue, settings).brushed).length
    return {
      fixedSeconds: 0.1 + 0.33 * strokes,
      secondsPerMegapixel: 0.09 + 0.08 * strokes,
      networkShare: 0,
    }
  },
  'super-resolution': (settings) => {
    const { factor } = settingsOf(superResolution, settings)
    return enlarging[`x${factor}`]
  },
}

/** What a tool costs with these settings. */
export const costOf = (tool: ToolId, settings: ToolSettings): ToolCost => costs[tool](settings)

/** A tool whose time is mostly that of networks which go on tile after tile; they are on their way here anyway. */
export const isNetworkBound = (tool: ToolId, settings: ToolSettings): boolean =>
  costOf(tool, settings).isTiled === true

/** How many times longer a machine takes than the one of the table, by kind of work. */
export interface Slowness {
  readonly kernels: number
  readonly networks: number
}

/** Estimated seconds for a photo of so many pixels; beyond the working size it costs no more. */
export function secondsFor(cost: ToolCost, photoPx: number, slowness: Slowness): number {
  const megapixels = Math.min(photoPx, limits.workingPxMax) / 1_000_000
  const reference = cost.fixedSeconds + cost.secondsPerMegapixel * megapixels
  const share = cost.networkShare
  return reference * (share * slowness.networks + (1 - share) * slowness.kernels)
}
