import { afterEach, describe, expect, it, vi } from 'vitest'
import { decodeSmall } from '#workers/pixels/decode-small.ts'
import { photoRef } from '../design/designs.ts'

const file = new Blob(['no picture'])
const photo = { ...photoRef(4000, 3000, 'p'), mediaType: 'image/jpeg' as const }
const asked: { desiredWidth?: number; desiredHeight?: number }[] = []
const closed = vi.fn()

/** A browser whose decoder gives a frame, or fails. */
const browserWith = (decode: () => unknown) => {
  class Decoder {
    close = closed
    decode = async () => decode()
    constructor(init: (typeof asked)[number]) {
      asked.push(init)
    }
  }
  class Canvas {
    width: number
    height: number
    constructor(width: number, height: number) {
      this.width = width
      this.height = height
    }
    getContext = () => ({
      drawImage: () => undefined,
      getImageData: () => ({ data: new Uint8ClampedArray(this.width * this.height * 4) }),
    })
  }
  vi.stubGlobal('ImageDecoder', Decoder)
  vi.stubGlobal('OffscreenCanvas', Canvas)
  vi.stubGlobal('self', { ImageDecoder: Decoder })
}
afterEach(() => {
  asked.length = 0
  closed.mockReset()
  vi.unstubAllGlobals()
})

describe('a photo that is decoded small', () => {
  it('has the fewest eighths of its sides that are enough, and gives all back', async () => {
    browserWith(() => ({ image: { close: closed } }))
    const small = await decodeSmall(file, photo, 720)
    expect(asked).toMatchObject([{ desiredWidth: 1000, desiredHeight: 750 }])
    expect(small).toMatchObject({ widthPx: 1000, heightPx: 750 })
    expect(closed).toHaveBeenCalledTimes(2)
  })

  it('is none where nothing would be left out, and for what is no JPEG', async () => {
    browserWith(() => ({ image: { close: closed } }))
    expect(await decodeSmall(file, photo, 3600)).toBeNull()
    expect(await decodeSmall(file, { ...photo, mediaType: 'image/png' }, 720)).toBeNull()
    expect(asked).toEqual([])
  })

  it('is none where the browser cannot: who decodes it whole says why', async () => {
    vi.stubGlobal('self', {})
    expect(await decodeSmall(file, photo, 720)).toBeNull()
    browserWith(() => {
      throw new Error('damaged')
    })
    expect(await decodeSmall(file, photo, 720)).toBeNull()
    expect(closed).toHaveBeenCalledTimes(1)
  })
})
