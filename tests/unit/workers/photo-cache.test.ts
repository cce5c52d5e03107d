import { describe, expect, it } from 'vitest'
import type { PhotoRef } from '#core/design/document.ts'
import { StampaError } from '#core/errors.ts'
import { levelWidth, PhotoCache } from '#workers/compositor/photo-cache.ts'

const photo = (name: string, widthPx = 1000): PhotoRef => ({
  hash: name.repeat(64),
  widthPx,
  heightPx: widthPx,
  mediaType: 'image/jpeg',
})

/** Stands in for the browser's decoder: counts what is open. */
function setUp() {
  const open = new Set<object>()
  const source = { get: async (hash: string) => new Blob([hash]) }
  const decode = async (_: Blob, width: number, height: number): Promise<ImageBitmap> => {
    const bitmap = { width, height, close: () => void open.delete(bitmap) }
    open.add(bitmap)
    return bitmap
  }
  return { open, source, decode }
}

describe('the photos of the stage', () => {
  it('are decoded at the half, quarter, eighth that is just large enough', () => {
    expect(levelWidth(photo('a'), 900)).toBe(1000)
    expect(levelWidth(photo('a'), 500)).toBe(500)
    const huge = { ...photo('a'), widthPx: 10_000, heightPx: 10_000 }
    expect(levelWidth(huge, 9000)).toBe(2500)
    expect(levelWidth(photo('a'), 130)).toBe(250)
    expect(levelWidth(photo('a'), 5000)).toBe(1000)
  })

  it('are drawn from the best at hand until the right size has come', async () => {
    const { source, decode } = setUp()
    const cache = new PhotoCache(source, decode)
    await cache.load([{ photo: photo('a'), widthPx: 200 }])
    expect(cache.picture(photo('a'), 900)?.widthPx).toBe(250)
    await cache.load([{ photo: photo('a'), widthPx: 900 }])
    expect(cache.picture(photo('a'), 900)?.widthPx).toBe(1000)
    expect(cache.picture(photo('a'), 240)?.widthPx).toBe(250)
  })

  it('are closed, the longest unused first, when the budget is spent', async () => {
    const { open, source, decode } = setUp()
    const cache = new PhotoCache(source, decode, 2 * 1000 * 1000 * 4)
    for (const name of ['a', 'b']) await cache.load([{ photo: photo(name), widthPx: 1000 }])
    cache.picture(photo('a'), 1000)
    await cache.load([{ photo: photo('c'), widthPx: 1000 }])
    expect(cache.picture(photo('b'), 1000)).toBeNull()
    expect(cache.picture(photo('a'), 1000)).not.toBeNull()
    expect(open.size).toBe(2)
    expect(cache.bytes).toBe(2 * 1000 * 1000 * 4)
    cache.clear()
    expect(open.size).toBe(0)
    expect(cache.bytes).toBe(0)
  })

  it('that cannot be decoded are told, not tried at every frame, and tried again when asked', async () => {
    const { source, decode } = setUp()
    let tries = 0
    const failing = async (file: Blob, width: number, height: number) => {
      tries += 1
      if (tries === 1) throw new StampaError('photo-damaged')
      return decode(file, width, height)
    }
    const cache = new PhotoCache(source, failing)
    const need = { photo: photo('a'), widthPx: 500 }
    await cache.load([need])
    await cache.load([need])
    expect(tries).toBe(1)
    expect(cache.fault(need.photo.hash)?.code).toBe('photo-damaged')
    cache.forget([need.photo.hash])
    await cache.load([need])
    expect(cache.fault(need.photo.hash)).toBeNull()
    expect(cache.picture(need.photo, 500)).not.toBeNull()
  })

  it('that are forgotten while they are decoded are closed and not kept', async () => {
    const { open, source, decode } = setUp()
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const slow = async (file: Blob, width: number, height: number) => {
      await held
      return decode(file, width, height)
    }
    const cache = new PhotoCache(source, slow)
    const loading = cache.load([{ photo: photo('a'), widthPx: 500 }])
    cache.forget([photo('a').hash])
    release()
    await loading
    expect(cache.picture(photo('a'), 500)).toBeNull()
    expect(open.size).toBe(0)
  })

  it('are decoded once however many frames ask at the same time', async () => {
    const { open, source, decode } = setUp()
    const cache = new PhotoCache(source, decode)
    const need = { photo: photo('a'), widthPx: 500 }
    await Promise.all([cache.load([need]), cache.load([need]), cache.load([need])])
    expect(open.size).toBe(1)
  })
})
