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
    const first = studies.of(asked('sketch', 'a'), 'quick')
    expect(studies.of(asked('sketch', 'a'), 'quick')).toBe(first)
    const other = studies.of(asked('sketch', 'b'), 'quick')
    expect(other).not.toBe(first)
    expect(studies.of(asked('anime', 'b'), 'quick')).not.toBe(other)
  })

  it('goes when it is forgotten, and when no preview has been asked for in a while', () => {
    const studies = new PreviewStudies()
    const first = studies.of(asked('sketch', 'a'), 'quick')
    studies.forget()
    const second = studies.of(asked('sketch', 'a'), 'quick')
    expect(second).not.toBe(first)
    vi.advanceTimersByTime(20_000)
    expect(studies.of(asked('sketch', 'a'), 'quick')).toBe(second)
    vi.advanceTimersByTime(60_000)
    expect(studies.of(asked('sketch', 'a'), 'quick')).not.toBe(second)
  })

  it('stays for several tools that are made ahead, until one of them is asked for', () => {
    const studies = new PreviewStudies()
    const sketch = studies.of(asked('sketch', 'a'), 'ahead')
    const anime = studies.of(asked('anime', 'a'), 'ahead')
    expect(studies.of(asked('sketch', 'a'), 'ahead')).toBe(sketch)
    expect(studies.of(asked('anime', 'a'), 'quick')).toBe(anime)
    expect(studies.has(asked('sketch', 'a'))).toBe(false)
    expect(studies.has(asked('anime', 'b'))).toBe(false)
    studies.of(asked('sketch', 'b'), 'ahead')
    expect(studies.has(asked('anime', 'a'))).toBe(false)
  })

  it('is left as it is by a preview that is made aside', () => {
    const studies = new PreviewStudies()
    const first = studies.of(asked('sketch', 'a'), 'fine')
    const aside = studies.of(asked('sketch', 'a'), 'aside')
    expect(aside).not.toBe(first)
    expect(studies.of(asked('sketch', 'a'), 'aside')).not.toBe(aside)
    expect(studies.of(asked('sketch', 'a'), 'quick')).toBe(first)
  })
})
