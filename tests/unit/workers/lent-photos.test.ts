import { describe, expect, it, vi } from 'vitest'
import { LentPhotos } from '#workers/compositor/lent-photos.ts'

const bitmap = () => ({ width: 8, height: 6, close: vi.fn() })
const nothing = () => false

describe('a picture that was lent for a photo', () => {
  it('is shown until its loan ends and the stage has let go of it', () => {
    const lent = new LentPhotos()
    const picture = bitmap()
    lent.lend('a', picture)
    expect(lent.picture('a')).toMatchObject({ image: picture, widthPx: 8, heightPx: 6 })
    expect(lent.sweep(nothing)).toEqual([])
    lent.end('a')
    expect(lent.sweep((hash) => hash === 'a')).toEqual([])
    expect(picture.close).not.toHaveBeenCalled()
    expect(lent.sweep(nothing)).toEqual(['a'])
    expect(picture.close).toHaveBeenCalledTimes(1)
    expect(lent.picture('a')).toBeNull()
  })

  it('lies beside the next one, each until its own loan ends', () => {
    const lent = new LentPhotos()
    const [one, next] = [bitmap(), bitmap()]
    lent.lend('a', one)
    lent.lend('b', next)
    expect(lent.sweep(nothing)).toEqual([])
    lent.end('a')
    expect(lent.sweep((hash) => hash === 'a')).toEqual([])
    expect(lent.picture('a')).not.toBeNull()
    expect(lent.sweep(nothing)).toEqual(['a'])
    expect(lent.picture('b')).not.toBeNull()
    expect(next.close).not.toHaveBeenCalled()
  })

  it('whose loan ends twice, or never began, is no trouble', () => {
    const lent = new LentPhotos()
    lent.end('a')
    lent.lend('a', bitmap())
    expect(lent.sweep(nothing)).toEqual([])
    lent.end('a')
    lent.end('a')
    expect(lent.sweep(nothing)).toEqual(['a'])
    expect(lent.sweep(nothing)).toEqual([])
  })
})
