import { expect, test } from 'vitest'
import { createRaster, isOpaque } from '#core/pixels/pixels.ts'

test('a picture is opaque only where every pixel is, however many there are', () => {
  for (let count = 1; count <= 9; count++) {
    const picture = createRaster(count, 1)
    picture.rgba.fill(255)
    expect(isOpaque(picture)).toBe(true)
    for (let at = 0; at < count; at++) {
      picture.rgba[at * 4 + 3] = 254
      expect(isOpaque(picture), `pixel ${at} of ${count}`).toBe(false)
      picture.rgba[at * 4 + 3] = 255
    }
  }
})
