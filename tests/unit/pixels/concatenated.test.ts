import { describe, expect, it } from 'vitest'
import { concatenated } from '#core/pixels/concatenated.ts'

describe('lists of numbers', () => {
  it('come one behind the other, in memory of their own', () => {
    const parts = [new Uint8Array([1, 2]), new Uint8Array(0), new Uint8Array([3])]
    const whole = concatenated(parts, Uint8Array)
    parts[0]?.fill(9)
    expect(whole).toEqual(new Uint8Array([1, 2, 3]))
  })

  it('stay of their kind, and none are an empty one', () => {
    const large = [new Uint32Array([70_000]), new Uint32Array([5])]
    expect(concatenated(large, Uint32Array)).toEqual(new Uint32Array([70_000, 5]))
    const none: readonly Float64Array[] = []
    expect(concatenated(none, Float64Array)).toEqual(new Float64Array(0))
  })
})
