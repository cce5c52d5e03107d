import { createRaster } from '../pixels/pixels.ts'
import type { FloatPlane, Raster, TangentFlow } from '../pixels/raster.ts'
import type { PlanePart } from '../pixels/sample-rows.ts'
import type { Arena } from './arena.ts'
import type { Address, KernelExports } from './kernel-exports.ts'
import type {
  DirectedRows,
  GrainRows,
  LineIntegralSettings,
  SketchPlanes,
  SketchRows,
  Wanted,
} from './kernels.ts'

/** In the order in which the kernel takes them. */
const slots: readonly (keyof SketchPlanes<unknown>)[] = [
  'lines',
  'shading',
  'stroke',
  'cross',
  'mass',
  'drawn',
  'skin',
  'tone',
  'red',
  'green',
  'blue',
  'outline',
]
const styles: readonly SketchRows['style'][] = ['pencil', 'ink', 'coloured-pencil']
/** What stands for a plane that is not there. */
const NONE = [0, 0, 0, 0, 0]

/** {@link Kernels.drawSketch} by the module. */
export function drawSketch(wasm: KernelExports, arena: Arena, asked: SketchRows): Raster {
  const { widthPx, heightPx, topPx, rows, style, strength, planes } = asked
  const parts = slots.flatMap((slot) => {
    const part = planes[slot]
    if (part === undefined) return NONE
    return sampled(arena, part)
  })
  const pixels = arena.allocate(widthPx * rows * 4)
  const given = arena.put(Int32Array.from(parts))
  const medium = styles.indexOf(style)
  wasm.drawSketch(pixels, widthPx, rows, topPx, heightPx, medium, strength, given)
  return arena.raster(pixels, createRaster(widthPx, rows))
}

/** {@link Kernels.tangentRows} by the module. */
export function tangentRows(wasm: KernelExports, arena: Arena, asked: DirectedRows): TangentFlow {
  const { widthPx, heightPx } = asked
  const [tx, ty] = tangents(wasm, arena, asked)
  const of = (address: Address) => arena.floats(address, widthPx, heightPx).values
  return { widthPx, heightPx, tx: of(tx), ty: of(ty) }
}

/** {@link Kernels.grainStrokes} by the module: neither grain nor tangents leave its memory. */
export function grainStrokes(
  wasm: KernelExports,
  arena: Arena,
  { widthPx, heightPx, topPx, scale, seed }: GrainRows,
  hand: DirectedRows,
  { steps, stridePx, slope = 0, rows = { topPx: 0, heightPx } }: LineIntegralSettings,
  wanted?: Wanted,
): FloatPlane {
  const from = arena.allocate(widthPx * heightPx * 4)
  wasm.grain(from, widthPx, heightPx, topPx, scale, seed)
  const [tx, ty] = tangents(wasm, arena, hand)
  const [where, least] = wanted ? [arena.put(wanted.plane.values), wanted.from] : [0, 0]
  const into = arena.allocate(widthPx * heightPx * 4)
  const own = [steps, stridePx, where, least, slope, rows.topPx, rows.heightPx] as const
  wasm.lineIntegral(from, tx, ty, into, widthPx, heightPx, ...own)
  return arena.floats(into, widthPx, heightPx)
}

function tangents(
  wasm: KernelExports,
  arena: Arena,
  { widthPx, heightPx, topPx, wholeHeightPx, cos2, sin2, turn }: DirectedRows,
): readonly [tx: Address, ty: Address] {
  const parts = [...sampled(arena, cos2), ...sampled(arena, sin2)]
  const [tx, ty] = [arena.allocate(widthPx * heightPx * 4), arena.allocate(widthPx * heightPx * 4)]
  const [cosine, sine] = [Math.cos(2 * turn), Math.sin(2 * turn)]
  const given = arena.put(Int32Array.from(parts))
  wasm.tangentRows(tx, ty, widthPx, heightPx, topPx, wholeHeightPx, cosine, sine, given)
  return [tx, ty]
}

/** A plane as the module reads it, by what lies where. */
export function sampled(
  arena: Arena,
  { rows, originPx, wholeHeightPx }: PlanePart,
): readonly number[] {
  const isBytes = rows.values instanceof Uint8ClampedArray ? 1 : 0
  return [arena.put(rows.values), rows.widthPx, originPx, wholeHeightPx, isBytes]
}
