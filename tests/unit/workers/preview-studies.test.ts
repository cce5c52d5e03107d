import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toolById } from '#core/imaging/tools/table.ts'
import { PreviewStudies } from '#workers/imaging/preview-studies.ts'
import { photoRef } from '../design/designs.ts'

const asked = (id: string, hash: string) => {
  const tool = toolById(id)
  if (tool === undefined) throw new Error(`no ${id}`)
  return { tool, photo: photoRef(100, 100, hash) }
}

describe('what previews keep for one another', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('is there for the same tool on the same photo, and goes with another', () => {
    const studies = new PreviewStudies()
    const first = studies.of(asked('sketch', 'a'))
    expect(studies.of(asked('sketch', 'a'))).toBe(first)
    const other = studies.of(asked('sketch', 'b'))
    expect(other).not.toBe(first)
    expect(studies.of(asked('anime', 'b'))).not.toBe(other)
  })

  it('goes when it is forgotten, and when no preview has been asked for in a while', () => {
    const studies = new PreviewStudies()
    const first = studies.of(asked('sketch', 'a'))
    studies.forget()
    const second = studies.of(asked('sketch', 'a'))
    expect(second).not.toBe(first)
    vi.advanceTimersByTime(20_000)
    expect(studies.of(asked('sketch', 'a'))).toBe(second)
    vi.advanceTimersByTime(60_000)
    expect(studies.of(asked('sketch', 'a'))).not.toBe(second)
  })
})
