import type { FloatPlane, Raster } from '../pixels/raster.ts'
import type { PlanePart } from '../pixels/sample-rows.ts'
import type { Address, Arena } from './arena.ts'
import { NO_PLANE, sampled } from './plane-parts.ts'

/** Where rows lie in their picture. */
export interface RowsPlace {
  readonly topPx: number
  readonly wholeHeightPx: number
}

/** How a picture's light is stretched to paper and black, and what is made of that. */
export interface ShadeRange {
  readonly black: number
  /** From black to white. */
  readonly span: number
  /** How much tone what is nearly white gets, 0..1: more in a pale picture. */
  readonly more: number
  /** How much a dark mass takes of the lights in it, at most; 0..1. */
  readonly opened: number
  /** How much darker the middle tone is, 0..1: paper and black stay. */
  readonly firmer: number
}

/**
 * What a hand makes of a picture's luma before it shades. All are made in the memory of the rows that are
 * given; small planes are read as if they were as large as the picture, to the bit as `RowSampler` reads them.
 */
export interface ShadingKernels {
  /**
   * Darkens reds and full yellows, but for bare skin.
   * @param picture the rows' colours
   * @param isGrey lifts reds that glow: no colour tells them
   */
  darkenReds(
    luma: FloatPlane,
    picture: Raster,
    place: RowsPlace,
    bare: PlanePart | null,
    isGrey: boolean,
  ): void
  /** Flattens what is small and faint on bare skin. @param flat the same rows without that */
  flattenSkin(luma: FloatPlane, flat: FloatPlane, place: RowsPlace, bare: PlanePart): void
  /**
   * Tells apart what is pale, but on bare skin and far from people: 0 to 2.2.
   * @param near how near to people a place is; null where nobody is known
   */
  partPale(luma: FloatPlane, place: RowsPlace, bare: PlanePart | null, near: PlanePart | null): void
  /**
   * Makes light how dark a hand shades, 0 (paper) to 1.
   * @param wide the same with its surroundings blurred in
   * @param skin how much of a place is skin, and bare skin; null where nobody is
   */
  shadeRows(
    light: FloatPlane,
    wide: FloatPlane,
    place: RowsPlace,
    range: ShadeRange,
    skin: { readonly share: PlanePart; readonly bare: PlanePart } | null,
  ): void
}

export interface ShadingExports {
  darkenReds(
    luma: Address,
    pixels: Address,
    w: number,
    rows: number,
    top: number,
    wholeH: number,
    isGrey: number,
    bare: Address,
  ): void
  flattenSkin(
    luma: Address,
    flat: Address,
    w: number,
    rows: number,
    top: number,
    wholeH: number,
    bare: Address,
  ): void
  partPale(
    luma: Address,
    w: number,
    rows: number,
    top: number,
    wholeH: number,
    slots: Address,
  ): void
  shadeRows(
    light: Address,
    wide: Address,
    w: number,
    rows: number,
    top: number,
    wholeH: number,
    range: Address,
    slots: Address,
  ): void
}

export const shadingExports = [
  'darkenReds',
  'flattenSkin',
  'partPale',
  'shadeRows',
] as const satisfies readonly (keyof ShadingExports)[]

/** The kernels that make shading of light. */
export function shadingKernels(wasm: ShadingExports, arena: Arena): ShadingKernels {
  const put = (...parts: readonly (PlanePart | null)[]) =>
    arena.put(
      Int32Array.from(parts.flatMap((part) => (part === null ? NO_PLANE : sampled(arena, part)))),
    )
  const placed = (
    { widthPx, heightPx }: FloatPlane,
    { topPx, wholeHeightPx }: RowsPlace,
  ): readonly [w: number, rows: number, top: number, wholeH: number] => [
    widthPx,
    heightPx,
    topPx,
    wholeHeightPx,
  ]
  /** Works on rows in the module's memory and brings them back to where they were. */
  const inPlace = (rows: FloatPlane, run: (at: Address) => void): void =>
    arena.use(() => {
      const at = arena.put(rows.values)
      run(at)
      arena.floats(at, rows.widthPx, rows.heightPx, rows)
    })
  return {
    darkenReds: (luma, picture, place, bare, isGrey) =>
      inPlace(luma, (at) => {
        const pixels = arena.put(picture.rgba)
        wasm.darkenReds(at, pixels, ...placed(luma, place), isGrey ? 1 : 0, put(bare))
      }),
    flattenSkin: (luma, flat, place, bare) =>
      inPlace(luma, (at) =>
        wasm.flattenSkin(at, arena.put(flat.values), ...placed(luma, place), put(bare)),
      ),
    partPale: (luma, place, bare, near) =>
      inPlace(luma, (at) => wasm.partPale(at, ...placed(luma, place), put(bare, near))),
    shadeRows: (light, wide, place, { black, span, more, opened, firmer }, skin) =>
      inPlace(light, (at) => {
        const about = arena.put(wide.values)
        const range = arena.put(Float64Array.of(black, span, more, opened, firmer))
        const slots = put(skin?.share ?? null, skin?.bare ?? null)
        wasm.shadeRows(at, about, ...placed(light, place), range, slots)
      }),
  }
}
