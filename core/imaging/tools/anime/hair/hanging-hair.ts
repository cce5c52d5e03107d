import type { Raster } from '../../../../pixels/raster.ts'
import { eachRow, type Head } from '../../../face-points/head.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { sizesOf } from '../cells/cells.ts'

/** What begins lower than this is a coat's collar, in face widths below the middle of the face. */
const TOPMOST = 0.3
/** Hair hangs by strands that are wider than a shade beside a cheek: a core's softness and its least share. */
const CORE = { soft: 0.035, least: 0.75, about: 0.02 }

/** A patch of hair that is smaller is a blot, square face widths. */
const PATCH = 0.015

/**
 * Hair without the patches that do not hang from the head, in its own memory.
 */
export function hangingFrom(
  env: ToolEnvironment,
  head: Head,
  picture: Raster,
  hair: Float32Array<ArrayBuffer>,
): Float32Array<ArrayBuffer> {
  const { width, height } = head.box
  const size = { widthPx: width, heightPx: height }
  const sigma = CORE.soft * head.widthPx
  const core = env.kernels.gaussian({ ...size, values: hair }, sigma).values
  const of = new Uint32Array(core.length)
  for (let own = 0; own < of.length; own++) if ((core[own] as number) >= CORE.least) of[own] = 1
  const patches = env.kernels.connectCells({ ...size, of, total: 2 })
  const hangs = new Uint8Array(patches.total)
  eachRow(head, picture.widthPx, (_, first, __, top, ___, dv) => {
    for (let x = 0; x < width; x++) {
      if (top + x * dv < TOPMOST) hangs[patches.of[first + x] as number] = 1
    }
  })
  const least = PATCH * head.widthPx ** 2
  sizesOf(patches).forEach((size, patch) => {
    if (size < least) hangs[patch] = 0
  })
  const values = new Float32Array(of.length)
  for (let own = 0; own < of.length; own++) {
    if (of[own] === 1 && hangs[patches.of[own] as number] === 1) values[own] = 1
  }
  const about = env.kernels.gaussian({ ...size, values }, sigma).values
  for (let own = 0; own < hair.length; own++)
    if (!((about[own] as number) > CORE.about)) hair[own] = 0
  return hair
}
