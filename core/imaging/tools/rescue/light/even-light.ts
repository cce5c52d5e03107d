import type { Kernels } from '../../../../kernels/kernels.ts'
import type { LightField } from '../../../../kernels/sheets.ts'
import { between4 } from '../../../../pixels/between-pixels.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import type { Raster } from '../../../../pixels/raster.ts'
import type { Size } from '../corners.ts'
import { cellsOf, chromaOf, type Paper, paperOf } from './paper.ts'
import { shadeOf } from './shade.ts'
import { valueAt } from './surface.ts'

/** Nodes along each side. */
const NODES = 33
const GAIN = { min: 0.4, max: 5 }
/** Light of clean paper; a little less than white, so that its grain is not clipped. */
const WHITE = Math.log(0.93)
/** Chroma of paper that is meant to be white, and of one that is coloured. */
const COLOURED = { from: 0.045, to: 0.08 }
/** Light that paper is given back, of what its brighter part has. */
const BRIGHTER = 0.8
/** How much, as a logarithm, a print's rim is brightened surely: what is darker may be grey card. */
const RIM_LIFT = { surely: Math.log(2.6), none: Math.log(4.5) }
/** Share of a rim's own tint, the lamp's or old paper's, that goes; most of it is the lamp's. */
const RIM_WHITENED = 0.75
/** From this amount on a shadow goes wholly: a fifth of one is still a shadow. */
const UNSHADED = 0.8

/**
 * What evens out the light on a sheet: the light is what paper sends back, where there is any. A
 * drawing's ground becomes white again, if it is not coloured paper; so does the rim of a print,
 * but for some of its tint, and what the print shows comes out of the room's dim light with it.
 * @param picture the whole straightened sheet, small and opaque
 * @param amount 0 leaves the light as it is, 1 evens it out
 * @param isSheet whether it was found or set: else a rim may be the photo's own backdrop
 */
export function lightFieldOf(
  kernels: Kernels,
  picture: Raster,
  amount: number,
  isSheet = true,
): LightField {
  const cells = cellsOf(picture)
  const paper = paperOf(cells)
  const shade = shadeOf(kernels, cells, paper)
  const targets = targetsOf(paper, isSheet)
  const sureness = shade?.sureness ?? paper.sureness
  const unshaded = Math.min(1, amount / UNSHADED)
  const gains = new Float32Array(NODES * NODES * 3)
  for (let row = 0; row < NODES; row++) {
    for (let column = 0; column < NODES; column++) {
      const [u, v] = [column / (NODES - 1), row / (NODES - 1)]
      const at = { x: u * 2 - 1, y: v * 2 - 1 }
      const local = shade?.light.map((plane) =>
        between4(plane, u * plane.widthPx - 0.5, v * plane.heightPx - 0.5),
      )
      const wanted = paper.surfaces.map((surface, c) => {
        const lifted = amount * ((targets[c] ?? 0) - valueAt(surface, at))
        return Math.exp(sureness * (lifted - unshaded * (local?.[c] ?? 0)))
      })
      gains.set(heldTogether(wanted), (row * NODES + column) * 3)
    }
  }
  return { across: NODES, down: NODES, gains }
}

/** Gains within their bounds; the channels keep their proportions, or a deep shadow would be tinted. */
function heldTogether(wanted: readonly number[]): readonly number[] {
  const held = Math.min(1, GAIN.max / Math.max(...wanted))
  return wanted.map((gain) => Math.max(GAIN.min, gain * held))
}

/** Logarithm of the light that the paper is to send back everywhere. */
function targetsOf(paper: Paper, isSheet: boolean): readonly number[] {
  const { kind, surfaces } = paper
  if (kind === 'none') return surfaces.map(({ mean }) => mean)
  const corners = [-1, -0.5, 0, 0.5, 1].flatMap((x) =>
    [-1, -0.5, 0, 0.5, 1].map((y) => valueAt(surfaces[1], { x, y })),
  )
  const ordered = corners.toSorted((one, other) => one - other)
  const bright = ordered[Math.floor(BRIGHTER * (ordered.length - 1))] ?? 0
  const own = surfaces.map(({ mean }) => Math.min(WHITE, mean + bright - surfaces[1].mean))
  const white = 1 - smoothstep(COLOURED.from, COLOURED.to, chromaOf(surfaces))
  if (kind === 'ground') return own.map((value) => value + white * (WHITE - value))
  return isSheet ? whiteRim(own, white) : own
}

/** A rim as light as white paper, with some of its tint. */
function whiteRim(own: readonly number[], white: number): readonly number[] {
  const needed = WHITE - Math.max(...own)
  const lift = needed * (1 - smoothstep(RIM_LIFT.surely, RIM_LIFT.none, needed))
  const lit = own.map((value) => value + lift)
  const most = Math.max(...lit)
  return lit.map((value) => value + white * RIM_WHITENED * (most - value))
}

/**
 * Evens out the light of a part of a sheet, in place.
 * @param whole the sheet
 */
export function evenPart(
  kernels: Kernels,
  field: LightField,
  part: Raster,
  at: { readonly x: number; readonly y: number },
  whole: Size,
): void {
  const along = (fromPx: number, wholePx: number, nodes: number) => {
    const step = (nodes - 1) / wholePx
    return { start: (fromPx + 0.5) * step, step }
  }
  const places = {
    x: along(at.x, whole.widthPx, field.across),
    y: along(at.y, whole.heightPx, field.down),
  }
  kernels.evenLight(part, field, places, part)
}
