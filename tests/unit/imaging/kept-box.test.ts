import { expect, it } from 'vitest'
import { keptBox } from '#core/imaging/kept-box.ts'
import { createRaster } from '#core/pixels/pixels.ts'

it('what is left of a picture has the smallest box about it, traces left out', () => {
  const picture = createRaster(10, 20)
  expect(keptBox(picture)).toBeNull()
  const opaque = (x: number, y: number, alpha: number) => {
    picture.rgba[(y * 10 + x) * 4 + 3] = alpha
  }
  opaque(3, 4, 255)
  opaque(6, 11, 90)
  opaque(9, 19, 5)
  expect(keptBox(picture)).toEqual({ x: 0.3, y: 0.2, width: 0.4, height: 0.4 })
})
