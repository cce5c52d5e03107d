import { describe, expect, it } from 'vitest'
import type { Progress } from '#core/jobs.ts'
import { shareDone } from '#src/shell/jobs/share-done.ts'

const at = (done: number, total: number, unit: Progress['unit'] = 'steps'): Progress => ({
  stage: 'decode',
  done,
  total,
  unit,
})

describe('how far a job is', () => {
  it('is said while a stage goes on', () => {
    expect(shareDone(at(0, 8))).toBe(0)
    expect(shareDone(at(3, 4))).toBe(0.75)
    expect(shareDone(at(0, 1, 'bytes'))).toBe(0)
  })

  it('is open before a job has spoken, in a stage of one step and after a stage', () => {
    expect(shareDone(null)).toBeNull()
    expect(shareDone(at(0, 1))).toBeNull()
    expect(shareDone(at(1, 1))).toBeNull()
    expect(shareDone(at(8, 8))).toBeNull()
    expect(shareDone(at(900, 900, 'bytes'))).toBeNull()
  })
})
