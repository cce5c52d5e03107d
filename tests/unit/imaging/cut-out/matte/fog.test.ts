import { beforeAll, describe, expect, it } from 'vitest'
import { clearFog } from '#core/imaging/tools/cut-out/matte/fog.ts'
import type { Kernels } from '#core/kernels/kernels.ts'
import { createFloatPlane, createRaster } from '#core/pixels/pixels.ts'
import { loadKernels } from '#server/imaging/kernels.ts'

const SIDE = 500
/** Somebody seen whole, whose head ends at 200 on the left; what lies beside it is nobody's. */
const HEAD = { x: 150, y: 100, size: 50, angle: 0 }
const EDGE = 200

let kernels: Kernels
beforeAll(async () => {
  kernels = await loadKernels()
})

/** Strands, as fine as that. */
const hair = (x: number, y: number) => ((x + (y >> 3)) % 3 === 0 ? 60 : 40)

interface Beside {
  /** What colours say beside the head. */
  readonly alpha: (x: number, y: number) => number
  /** What the looks say there. */
  readonly seen?: (x: number, y: number) => number
  /** Level of the photo there, 0..255. */
  readonly level?: (x: number, y: number) => number
  readonly headPx?: number
}

/** Stripes as what lies behind anybody on a street has them. */
const streetAt = (x: number, y: number) => (((x >> 1) + (y >> 2)) % 2 === 0 ? 90 : 120)

function clearedBeside({ alpha, seen = () => 0, level = streetAt, headPx = HEAD.size }: Beside) {
  const picture = createRaster(SIDE, SIDE)
  const [matte, mask] = [createFloatPlane(SIDE, SIDE), createFloatPlane(SIDE, SIDE)]
  for (let at = 0; at < matte.values.length; at++) {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)]
    const isHead = x < EDGE
    matte.values[at] = isHead ? 1 : alpha(x, y)
    mask.values[at] = isHead ? 1 : seen(x, y)
    picture.rgba.fill(isHead ? hair(x, y) : level(x, y), at * 4, at * 4 + 3)
    picture.rgba[at * 4 + 3] = 255
  }
  clearFog(kernels, picture, matte, mask, [{ ...HEAD, size: headPx }])
  return (x: number, y: number) => matte.values[y * SIDE + x] ?? 0
}

const isPost = (x: number, y: number) => x >= EDGE && x < 212 && Math.abs(y - 100) < 15

describe('fog beside hair', () => {
  it('is cleared where colours half take something broad for hair that no look saw', () => {
    const at = clearedBeside({ alpha: (x, y) => (isPost(x, y) ? 0.4 : 0) })
    expect(at(205, 100)).toBe(0)
    expect(at(199, 100)).toBe(1)
  })

  it('stays where it is as thin as a strand', () => {
    const at = clearedBeside({ alpha: (x, y) => (y === 100 && x < 230 ? 0.4 : 0) })
    expect(at(205, 100)).toBeCloseTo(0.4)
  })

  it('is hair where a look saw somebody, or where colours are surer', () => {
    const seen = clearedBeside({ alpha: (x, y) => (isPost(x, y) ? 0.4 : 0), seen: () => 0.15 })
    const sure = clearedBeside({ alpha: (x, y) => (isPost(x, y) ? 0.8 : 0) })
    expect(seen(205, 100)).toBeCloseTo(0.4)
    expect(sure(205, 100)).toBeCloseTo(0.8)
  })

  it('is wisps where it has far more detail than the sky behind it', () => {
    const level = (x: number, y: number) => (isPost(x, y) && (x + y) % 3 === 0 ? 60 : 200)
    const at = clearedBeside({ alpha: (x, y) => (isPost(x, y) ? 0.4 : 0), level })
    expect(at(205, 100)).toBeCloseTo(0.4)
  })

  it('is a feather where it has far more detail than who stands there', () => {
    const level = (x: number, y: number) => ((x + (y >> 1)) % 2 === 0 ? 60 : 200)
    const at = clearedBeside({ alpha: (x, y) => (isPost(x, y) ? 0.4 : 0), level })
    expect(at(205, 100)).toBeCloseTo(0.4)
  })

  it('is left alone in a portrait, where it is hair as often', () => {
    const at = clearedBeside({ alpha: (x, y) => (isPost(x, y) ? 0.4 : 0), headPx: 120 })
    expect(at(205, 100)).toBeCloseTo(0.4)
  })
})
