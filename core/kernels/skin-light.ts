import type { FloatPlane, Plane, Raster } from '../pixels/raster.ts'
import type { PlanePart } from '../pixels/sample-rows.ts'
import type { Address, Arena } from './arena.ts'
import { sampled } from './plane-parts.ts'

/** How much of each pixel of some rows is skin, and how its light changes to that of all. */
export interface SkinRows {
  /** Of the first row, and how many rows the whole picture has. */
  readonly topPx: number
  readonly wholeHeightPx: number
  readonly share: PlanePart
  /** `log lit = log luma + gain + (power - 1) * log luma`. */
  readonly gain: PlanePart
  readonly power: PlanePart
}

/** Skin brought into the light of all. */
export interface SkinKernels {
  /**
   * Rows of luma whose skin lies in the light of all.
   * @param white what is lighter than this runs out into white
   * @param darkest what is darker counts as this
   * @param into may be the luma's own memory
   */
  litSkin(
    luma: FloatPlane,
    skin: SkinRows,
    white: number,
    darkest: number,
    into?: FloatPlane,
  ): FloatPlane
  /**
   * Rows of colours, each multiplied by what its luma is lifted by and never beyond white; skin is brought
   * to the light of all instead.
   * @param lifts by luma in bytes
   * @param part of how far skin is brought there, 0..1
   * @param darkest as of {@link litSkin}
   * @returns red, green and blue, in bytes
   */
  liftColours(
    picture: Raster,
    lifts: Float32Array,
    skin: SkinRows | null,
    part: number,
    darkest: number,
    into?: readonly [Plane, Plane, Plane],
  ): readonly [Plane, Plane, Plane]
}

export interface SkinExports {
  litSkin(
    source: Address,
    target: Address,
    w: number,
    rows: number,
    top: number,
    wholeH: number,
    white: number,
    darkest: number,
    slots: Address,
  ): void
  liftColours(
    pixels: Address,
    red: Address,
    green: Address,
    blue: Address,
    w: number,
    rows: number,
    top: number,
    wholeH: number,
    lifts: Address,
    part: number,
    darkest: number,
    slots: Address,
  ): void
}

export const skinExports = [
  'litSkin',
  'liftColours',
] as const satisfies readonly (keyof SkinExports)[]

/** The kernels that bring skin into the light of all. */
export function skinKernels(wasm: SkinExports, arena: Arena): SkinKernels {
  const put = ({ share, gain, power }: SkinRows) =>
    arena.put(Int32Array.from([share, gain, power].flatMap((part) => sampled(arena, part))))
  return {
    litSkin: ({ widthPx, heightPx, values }, skin, white, darkest, target) =>
      arena.use(() => {
        const from = arena.put(values)
        const into = arena.allocate(values.byteLength)
        const { topPx, wholeHeightPx } = skin
        const slots = put(skin)
        wasm.litSkin(from, into, widthPx, heightPx, topPx, wholeHeightPx, white, darkest, slots)
        return arena.floats(into, widthPx, heightPx, target)
      }),
    liftColours: ({ widthPx, heightPx, rgba }, lifts, skin, part, darkest, into) =>
      arena.use(() => {
        const from = arena.put(rgba)
        const plane = () => arena.allocate(widthPx * heightPx)
        const [red, green, blue] = [plane(), plane(), plane()] as const
        const table = arena.put(Float32Array.from([...lifts, ...lifts.map(Math.log)]))
        const { topPx, wholeHeightPx } = skin ?? { topPx: 0, wholeHeightPx: heightPx }
        const place = [widthPx, heightPx, topPx, wholeHeightPx] as const
        const slots = skin === null ? 0 : put(skin)
        wasm.liftColours(from, red, green, blue, ...place, table, part, darkest, slots)
        const made = (address: number, target?: Plane): Plane =>
          arena.plane(address, widthPx, heightPx, target)
        return [made(red, into?.[0]), made(green, into?.[1]), made(blue, into?.[2])]
      }),
  }
}
