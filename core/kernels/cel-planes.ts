import type { Arena } from './arena.ts'
import { numbersAt } from './cells.ts'
import type { KernelExports } from './kernel-exports.ts'
import type { Kernels } from './kernels.ts'

/** The kernels for small steps over planes of a picture and of the cells that it is cut into. */
export function celPlaneKernels(
  wasm: KernelExports,
  arena: Arena,
): Pick<
  Kernels,
  | 'softSteps'
  | 'mixColours'
  | 'blockSlopes'
  | 'pointSlopes'
  | 'sumOverCells'
  | 'fillCells'
  | 'cutTones'
  | 'inkLines'
  | 'lostDetails'
> {
  const doublesAt = (address: number, count: number) =>
    new Float64Array(arena.bytes(address, count * 8).buffer)
  return {
    softSteps: ({ widthPx, heightPx, values }, sigmaPx, { from, to }) =>
      arena.use(() => {
        const into = arena.allocate(values.byteLength)
        wasm.softSteps(arena.put(values), into, widthPx, heightPx, sigmaPx, from, to)
        return arena.floats(into, widthPx, heightPx)
      }),
    mixColours: (own, other, share) =>
      arena.use(() => {
        const { widthPx, heightPx } = own
        const by = arena.put(share)
        const mixed = (plane: 'lightness' | 'a' | 'b') => {
          const into = arena.put(own[plane])
          wasm.mixPlanes(into, arena.put(other[plane]), by, share.length)
          return arena.floats(into, widthPx, heightPx).values
        }
        return { widthPx, heightPx, lightness: mixed('lightness'), a: mixed('a'), b: mixed('b') }
      }),
    blockSlopes: ({ widthPx, heightPx, values }, blockPx, aside) =>
      arena.use(() => {
        const [across, down] = [Math.ceil(widthPx / blockPx), Math.ceil(heightPx / blockPx)]
        const sums = () => arena.put(new Float32Array(across * down))
        const [square, turned, skewed] = [sums(), sums(), sums()] as const
        const beside = aside === null ? 0 : arena.put(aside.plane.values)
        const most = aside?.most ?? 0
        const from = arena.put(values)
        const into = [square, turned, skewed] as const
        wasm.blockSlopes(from, beside, most, widthPx, heightPx, blockPx, ...into)
        const plane = (address: number) => arena.floats(address, across, down)
        return { square: plane(square), turned: plane(turned), skewed: plane(skewed) }
      }),
    pointSlopes: (points, reachPx, places) =>
      arena.use(() => {
        const into = arena.put(places)
        const least = reachPx ** 2
        wasm.pointSlopes(arena.put(points), points.length / 3, least, into, places.length / 2)
        return doublesAt(into, places.length)
      }),
    sumOverCells: (values, { of, total }) =>
      arena.use(() => {
        const sums = arena.put(new Float64Array(total))
        wasm.sumOverCells(arena.put(values), arena.put(of), of.length, sums)
        return doublesAt(sums, total)
      }),
    fillCells: (values, { widthPx, heightPx, of, total }, wide, weights, shade) =>
      arena.use(() => {
        const into = arena.allocate(values.byteLength)
        const [from, cells] = [arena.put(values), arena.put(of)]
        const fallOffs = [arena.put(wide), arena.put(weights)] as const
        wasm.fillCells(from, cells, widthPx, heightPx, total, ...fallOffs, shade, into)
        return arena.floats(into, widthPx, heightPx).values
      }),
    cutTones: (seen, painted, { widthPx, heightPx, of, total }, sigmaPx, step) =>
      arena.use(() => {
        const into = arena.allocate(of.byteLength)
        const from = [arena.put(seen), arena.put(painted), arena.put(of)] as const
        wasm.cutTones(...from, widthPx, heightPx, sigmaPx, step, into)
        return { widthPx, heightPx, of: numbersAt(arena, into, of.length), total: total * 3 }
      }),
    inkLines: (paint, { papers, folds, bare }, { reachPx, spreadPx, from, to }) =>
      arena.use(() => {
        const { widthPx, heightPx } = paint
        const into = arena.allocate(papers.byteLength)
        const colours = [
          arena.put(paint.lightness),
          arena.put(paint.a),
          arena.put(paint.b),
        ] as const
        const lines = [arena.put(papers), arena.put(folds), arena.put(bare)] as const
        const border = [reachPx, spreadPx, from, to] as const
        wasm.inkLines(...colours, widthPx, heightPx, ...lines, ...border, into)
        return arena.floats(into, widthPx, heightPx).values
      }),
    lostDetails: (seen, painted, share, { widePx, softPx, darkest, dark, light }) =>
      arena.use(() => {
        const { widthPx, heightPx, values } = share
        const into = arena.allocate(values.length)
        const from = [arena.put(seen), arena.put(painted), arena.put(values)] as const
        const levels = [widePx, softPx, darkest, dark, light] as const
        wasm.lostDetails(...from, widthPx, heightPx, ...levels, into)
        return arena.bytes(into, values.length)
      }),
  }
}
