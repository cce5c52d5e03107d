import { afterEach, describe, expect, it, vi } from 'vitest'
import { decodePicture } from '#workers/pixels/decode-picture.ts'

const file = new Blob(['no picture'])
const decoding = (decode: (...asked: unknown[]) => unknown) => {
  const browser = vi.fn(async (...asked: unknown[]) => decode(...asked))
  vi.stubGlobal('createImageBitmap', browser)
  return browser
}
afterEach(() => vi.unstubAllGlobals())

describe('a picture that is decoded', () => {
  it('is asked for whole or in part, with all that the browser can do on the way', async () => {
    const browser = decoding(() => 'bitmap')
    expect(await decodePicture(file, { resizeWidth: 10 })).toBe('bitmap')
    expect(browser).toHaveBeenLastCalledWith(file, { resizeWidth: 10 })
    const cut = { x: 1, y: 2, width: 3, height: 4 }
    await decodePicture(file, { cut, premultiplyAlpha: 'none' })
    expect(browser).toHaveBeenLastCalledWith(file, 1, 2, 3, 4, { premultiplyAlpha: 'none' })
  })

  it('is damaged where the browser cannot, or what its caller says of that', async () => {
    decoding(() => {
      throw new TypeError('cannot be decoded')
    })
    await expect(decodePicture(file)).rejects.toMatchObject({
      fault: { code: 'photo-damaged', cause: 'TypeError: cannot be decoded' },
    })
    await expect(decodePicture(file, { refusal: 'photo-heic' })).rejects.toMatchObject({
      fault: { code: 'photo-heic' },
    })
  })
})
