import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ScratchCanvases } from '#workers/compositor/scratch-canvases.ts'

const MEGABYTE = 1 << 20

/** As much of a canvas as the pool needs: a size, and a context. */
class SizedCanvas {
  static made: SizedCanvas[] = []
  static hasContext = true
  width: number
  height: number

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    SizedCanvas.made.push(this)
  }

  getContext() {
    const nothing = () => undefined
    return SizedCanvas.hasContext ? { setTransform: nothing, clearRect: nothing } : null
  }
}

/** Bytes of every canvas that was made and not made small again. */
const liveBytes = () =>
  SizedCanvas.made
    .filter(({ width, height }) => width * height > 1)
    .reduce((sum, { width, height }) => sum + width * height * 4, 0)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('OffscreenCanvas', SizedCanvas)
  SizedCanvas.made = []
  SizedCanvas.hasContext = true
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the scratch canvases', () => {
  it('are lent again once they came back, to what they are large enough for', () => {
    const pool = new ScratchCanvases(false)
    const [small, large] = [pool.lend(100, 100), pool.lend(400, 400)]
    small.release()
    large.release()
    expect(pool.lend(90, 100).image).toBe(small.image)
    expect(pool.lend(90, 100).image).toBe(large.image)
    pool.lend(90, 100)
    expect(SizedCanvas.made).toHaveLength(3)
  })

  it('hold at most 32 MB that nobody uses, however many sizes were asked for', () => {
    const pool = new ScratchCanvases(false)
    for (let frame = 0; frame < 120; frame++) {
      pool.lend(1000 + frame * 10, 1000).release()
      expect(pool.freeBytes).toBeLessThanOrEqual(32 * MEGABYTE)
      expect(liveBytes()).toBe(pool.freeBytes)
    }
    expect(pool.freeBytes).toBeGreaterThan(0)
  })

  it('give the oldest back first when many come back at once', () => {
    const pool = new ScratchCanvases(false)
    const lent = Array.from({ length: 12 }, () => pool.lend(1024, 1024))
    expect(liveBytes()).toBe(48 * MEGABYTE)
    for (const scratch of lent) scratch.release()
    expect(pool.freeBytes).toBe(32 * MEGABYTE)
    expect(SizedCanvas.made.map(({ width }) => width)).toEqual([
      ...Array.from({ length: 4 }, () => 1),
      ...Array.from({ length: 8 }, () => 1024),
    ])
  })

  it('keep the latest however large it is, and it alone', () => {
    const pool = new ScratchCanvases(false)
    pool.lend(1000, 1000).release()
    pool.lend(4096, 4096).release()
    expect(pool.freeBytes).toBe(64 * MEGABYTE)
    pool.lend(4097, 4096).release()
    expect(liveBytes()).toBe(4097 * 4096 * 4)
  })

  it('give all back when nobody has lent one for a while, and not before', () => {
    const pool = new ScratchCanvases(false)
    pool.lend(1000, 1000).release()
    vi.advanceTimersByTime(3000)
    pool.lend(1000, 1000).release()
    vi.advanceTimersByTime(4000)
    expect(pool.freeBytes).toBeGreaterThan(0)
    vi.advanceTimersByTime(8000)
    expect(pool.freeBytes).toBe(0)
    expect(liveBytes()).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('leave a lent one alone when the rest is given back', () => {
    const pool = new ScratchCanvases(false)
    const lent = pool.lend(500, 500)
    pool.lend(1000, 1000).release()
    pool.clear()
    expect(pool.freeBytes).toBe(0)
    expect(liveBytes()).toBe(500 * 500 * 4)
    lent.release()
    expect(pool.freeBytes).toBe(500 * 500 * 4)
  })

  it('say so where the device has no memory for one', () => {
    SizedCanvas.hasContext = false
    expect(() => new ScratchCanvases(false).lend(9000, 9000)).toThrow(
      expect.objectContaining({
        message: 'device-too-weak',
        cause: expect.stringContaining('9000 x 9000'),
      }),
    )
  })
})
