import { describe, expect, it } from 'vitest'
import { isSmallHeadIn, isSmallIn } from '#core/imaging/tools/anime/faces/face-sizes.ts'
import { people } from '../../made-face.ts'

describe('a head in anime', () => {
  const [face] = people().faces
  if (!face) throw new Error('There is a face.')
  /** In which a face as wide as the made one is only just large enough. */
  const sidePx = (face.widthPx * 1024) / 43
  const picture = { widthPx: sidePx, heightPx: sidePx }
  const narrow = { ...face, widthPx: 0.75 * face.widthPx }

  it('has hair of its own though its turned face is narrow, as it is as tall as others are', () => {
    const turned = { ...narrow, frontal: 0 }
    expect(isSmallHeadIn(turned, picture)).toBe(false)
  })

  it('has hair of its own where its face is too small for glasses and folds', () => {
    expect(isSmallIn(face, picture)).toBe(true)
    expect(isSmallHeadIn(face, picture)).toBe(false)
  })

  it('has none where its face is narrow though nobody turned it', () => {
    expect(isSmallHeadIn(narrow, picture)).toBe(true)
  })
})
