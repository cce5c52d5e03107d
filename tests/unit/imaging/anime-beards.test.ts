import { describe, expect, it } from 'vitest'
import type { BeardSeen } from '#core/imaging/face-points/face-points.ts'
import { skinOfFace } from '#core/imaging/face-points/skin-of-face.ts'
import { beardOf } from '#core/imaging/tools/anime/faces/beard.ts'
import { kernels } from '../../fixtures/kernels.ts'
import { isFace, MIDDLE, people } from './made-face.ts'
import { faceWith, type Rgb, SKIN } from './painted-face.ts'

const ALL: BeardSeen = { moustache: 0.9, chin: 0.9, cheeks: 0.9 }
const NONE: BeardSeen = { moustache: 0.01, chin: 0.01, cheeks: 0.01 }

/** The face in the middle, hairy from the upper lip down, as far as the network sees hair there. */
function beardIn(colour: Rgb, beard: BeardSeen, isHair = below) {
  const picture = faceWith(isHair, colour)
  const [face] = people().faces
  const seen = face && skinOfFace(kernels, picture, face)
  if (!face || !seen) throw new Error('There is a face with skin.')
  const found = beardOf(kernels, seen, { ...face, points: { ...face.points, beard } })
  const shareAt = (x: number, y: number) => {
    const { box, inside } = seen
    const column = Math.floor(((x - box.x) * inside.widthPx) / box.width)
    const row = Math.floor(((y - box.y) * inside.heightPx) / box.height)
    return found?.share.values[row * inside.widthPx + column] ?? 0
  }
  return { found, shareAt }
}

const below = (x: number, y: number) => isFace(x, y) && y > MIDDLE.y + 34
const chin = { x: MIDDLE.x, y: MIDDLE.y + 85 }
const lip = { x: MIDDLE.x - 12, y: MIDDLE.y + 44 }

describe('a beard', () => {
  const kinds: Readonly<Record<string, Rgb>> = {
    dark: [60, 45, 38],
    grey: [150, 146, 143],
    white: [235, 233, 230],
    red: [172, 122, 50],
  }

  for (const [kind, colour] of Object.entries(kinds)) {
    it(`that is ${kind} is found where the network sees one, in its own colour`, () => {
      const { found, shareAt } = beardIn(colour, ALL)
      expect(shareAt(chin.x, chin.y)).toBeGreaterThan(0.5)
      expect(shareAt(lip.x, lip.y)).toBeGreaterThan(0.5)
      const bare = beardIn(SKIN, ALL).found
      expect(bare).toBeNull()
      expect(found?.tone[0]).toBeGreaterThan(kind === 'white' ? 0.9 : 0.25)
    })
  }

  it('is none where the network sees none: a shade on lip, chin and cheeks is a shade', () => {
    for (const colour of [kinds['dark'], kinds['red']]) {
      if (colour) expect(beardIn(colour, NONE).found).toBeNull()
    }
  })

  it('that is a goatee leaves the lip bare, and a moustache the chin', () => {
    const goatee = beardIn([60, 45, 38], { moustache: 0.1, chin: 0.9, cheeks: 0 })
    expect(goatee.shareAt(chin.x, chin.y)).toBeGreaterThan(0.5)
    expect(goatee.shareAt(lip.x, lip.y)).toBeLessThan(0.5)
    const moustache = beardIn([60, 45, 38], { moustache: 0.9, chin: 0.1, cheeks: 0 })
    expect(moustache.shareAt(chin.x, chin.y)).toBeLessThan(0.5)
    expect(moustache.shareAt(lip.x, lip.y)).toBeGreaterThan(0.5)
  })

  it('has no holes where a light lies on it', () => {
    const isHole = (x: number, y: number) => Math.hypot(x - chin.x - 6, y - chin.y) < 3
    const { shareAt } = beardIn([60, 45, 38], ALL, (x, y) => below(x, y) && !isHole(x, y))
    expect(shareAt(chin.x + 6, chin.y)).toBeGreaterThan(0.5)
  })

  it('of which the network is hardly sure is one where hair without colour covers lip and chin', () => {
    const hardly: BeardSeen = { moustache: 0.04, chin: 0.05, cheeks: 0.02 }
    expect(beardIn([160, 157, 154], hardly).found).not.toBeNull()
    expect(beardIn([120, 84, 70], hardly).found).toBeNull()
  })
})
