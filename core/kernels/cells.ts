import type { Arena } from './arena.ts'
import type { Address, KernelExports } from './kernel-exports.ts'
import type { ColourPlanes, Kernels } from './kernels.ts'

/** The kernels that cut pictures into cells. */
export function cellKernels(
  wasm: KernelExports,
  arena: Arena,
): Pick<
  Kernels,
  | 'sharpenEdges'
  | 'softenPaint'
  | 'cutRegions'
  | 'connectCells'
  | 'meetCells'
  | 'roundCells'
  | 'smoothBorders'
> {
  const planes = ({ lightness, a, b }: ColourPlanes) =>
    [arena.put(lightness), arena.put(a), arena.put(b)] as const
  return {
    sharpenEdges: (picture) =>
      arena.use(() => {
        const { widthPx, heightPx } = picture
        const bytes = widthPx * heightPx * 4
        const into = [arena.allocate(bytes), arena.allocate(bytes), arena.allocate(bytes)] as const
        wasm.sharpenEdges(...planes(picture), widthPx, heightPx, ...into)
        const plane = (at: Address) => arena.floats(at, widthPx, heightPx).values
        return {
          widthPx,
          heightPx,
          lightness: plane(into[0]),
          a: plane(into[1]),
          b: plane(into[2]),
        }
      }),
    softenPaint: (picture, reaches) =>
      arena.use(() => {
        const { widthPx, heightPx } = picture
        const [lightness, a, b] = planes(picture)
        wasm.softenPaint(lightness, a, b, widthPx, heightPx, arena.put(reaches))
        const plane = (at: Address) => arena.floats(at, widthPx, heightPx).values
        return { widthPx, heightPx, lightness: plane(lightness), a: plane(a), b: plane(b) }
      }),
    cutRegions: (picture, coarse, fine, isFine) =>
      arena.use(() => {
        const { widthPx, heightPx } = picture
        const into = arena.allocate(widthPx * heightPx * 4)
        const total = wasm.cutRegions(
          ...planes(picture),
          arena.put(isFine),
          into,
          widthPx,
          heightPx,
          coarse.scale,
          coarse.minPx,
          fine.scale,
          fine.minPx,
        )
        return { widthPx, heightPx, of: numbersAt(arena, into, widthPx * heightPx), total }
      }),
    connectCells: ({ widthPx, heightPx, of }) =>
      arena.use(() => {
        const into = arena.allocate(of.length * 4)
        const total = wasm.connectCells(arena.put(of), into, widthPx, heightPx)
        return { widthPx, heightPx, of: numbersAt(arena, into, of.length), total }
      }),
    meetCells: ({ widthPx, heightPx, of }, picture, within) =>
      arena.use(() => {
        const colours = picture === undefined ? ([0, 0, 0] as const) : planes(picture)
        const parts = within === undefined ? 0 : arena.put(within)
        const found = wasm.meetCells(arena.put(of), parts, ...colours, widthPx, heightPx)
        const [one = 0, other = 0, lengthPx = 0, apart = 0, total = 0] = arena.integers(found, 5)
        return {
          one: numbersAt(arena, one, total),
          other: numbersAt(arena, other, total),
          lengthPx: numbersAt(arena, lengthPx, total),
          apart: new Float64Array(arena.bytes(apart, total * 8).buffer),
          total,
        }
      }),
    roundCells: (picture, { widthPx, heightPx, of, total }) =>
      arena.use(() => {
        const cells = arena.put(of)
        wasm.roundCells(cells, total, ...planes(picture), widthPx, heightPx)
        return { widthPx, heightPx, of: numbersAt(arena, cells, of.length), total }
      }),
    smoothBorders: (picture, { widthPx, heightPx, of, total }, reachPx) =>
      arena.use(() => {
        const cells = arena.put(of)
        const sources = arena.allocate(of.length * 4)
        const before = planes(picture)
        wasm.smoothBorders(cells, widthPx, heightPx, reachPx, sources, ...before)
        const taken = (plane: Address) => {
          const into = arena.allocate(of.length * 4)
          wasm.takePixels(plane, sources, into, of.length)
          return arena.floats(into, widthPx, heightPx).values
        }
        const [lightness, a, b] = before
        return {
          cells: { widthPx, heightPx, of: numbersAt(arena, cells, of.length), total },
          sources: numbersAt(arena, sources, of.length),
          colours: { widthPx, heightPx, lightness: taken(lightness), a: taken(a), b: taken(b) },
        }
      }),
  }
}

/** A copy of numbers that lie at an address. */
export const numbersAt = (arena: Arena, address: Address, count: number) =>
  new Uint32Array(arena.bytes(address, count * 4).buffer)
