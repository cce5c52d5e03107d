import { describe, expect, it } from 'vitest'
import { buffersIn, freed, SpareBuffers } from '#workers/imaging/spare-buffers.ts'

describe('memory of strips that comes back', () => {
  it('takes the next strip that is as large, and none that is larger or much smaller', () => {
    const spare = new SpareBuffers()
    const first = spare.floats(Float32Array.of(1, 2, 3, 4))
    spare.give([first.buffer])
    expect(spare.floats(new Float32Array(5)).buffer).not.toBe(first.buffer)
    expect(spare.bytes(new Uint8ClampedArray(4)).buffer).not.toBe(first.buffer)
    const second = spare.integers(Uint32Array.of(7, 8, 9))
    expect(second.buffer).toBe(first.buffer)
    expect([...second]).toEqual([7, 8, 9])
    expect(spare.integers(Uint32Array.of(7, 8, 9)).buffer).not.toBe(first.buffer)
  })

  it('is freed where it is too much to be kept', () => {
    const spare = new SpareBuffers()
    const large = new ArrayBuffer(7 << 20)
    spare.give([large])
    expect(large.byteLength).toBe(0)
    const own = new ArrayBuffer(8)
    freed(own)
    expect(own.byteLength).toBe(0)
  })

  it('is freed where newer memory takes its place', () => {
    const spare = new SpareBuffers()
    const given = Array.from({ length: 4 }, () => new ArrayBuffer(5 << 20))
    for (const buffer of given) spare.give([buffer])
    expect(given.map(({ byteLength }) => byteLength > 0)).toEqual([false, true, true, true])
  })

  it('is freed when a job is done', () => {
    const spare = new SpareBuffers()
    const given = [new ArrayBuffer(8), new ArrayBuffer(1 << 20)]
    spare.give(given)
    spare.freeAll()
    expect(given.map(({ byteLength }) => byteLength)).toEqual([0, 0])
    expect(spare.integers(Uint32Array.of(1, 2)).buffer.byteLength).toBe(8)
  })

  it('is found in whatever a call was given, once each', () => {
    const values = new Float32Array(4)
    const given = [{ values, rows: { values: values.subarray(1) } }, 3, undefined, null]
    expect(buffersIn(given)).toEqual([values.buffer])
  })

  it('is found by itself, or it would be copied back instead of sent', () => {
    const spent = new ArrayBuffer(8)
    const made = new Float32Array(2)
    expect(buffersIn({ made, spent: [spent] })).toEqual([made.buffer, spent])
  })
})
