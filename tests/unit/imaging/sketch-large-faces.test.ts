import { describe, expect, it } from 'vitest'
import { calmSkin } from '#core/imaging/tools/sketch/large-faces.ts'
import { createFloatPlane } from '#core/pixels/pixels.ts'
import { people } from './made-face.ts'

const kept = (longSidePx: number) => {
  const share = createFloatPlane(4, 4)
  share.values.fill(1)
  return calmSkin(share, people().faces, longSidePx).values[5]
}

describe('skin in coloured pencil', () => {
  it('has strokes where a face fills the photo, and is laid on with a light touch in others', () => {
    const [{ widthPx } = { widthPx: 0 }] = people().faces
    expect(kept(widthPx * 2)).toBeLessThan(0.6)
    expect(kept(widthPx * 5)).toBe(1)
  })
})
