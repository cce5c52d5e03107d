import { describe, expect, it } from 'vitest'
import type { BeardSeen } from '#core/imaging/face-points/face-points.ts'
import { skinOfFace } from '#core/imaging/face-points/skin-of-face.ts'
import { beardOf } from '#core/imaging/tools/anime/faces/beard/beard.ts'
import { beardStrokes } from '#core/imaging/tools/anime/faces/beard/beard-strokes.ts'
import { animeLooks } from '#core/imaging/tools/anime/looks.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { kernels } from '../../../../../fixtures/kernels.ts'
import { bearded, isFace, MIDDLE, people } from '../../../made-face.ts'
import { colourAt, drawn, faceWith, plain, type Rgb, SKIN } from '../../../painted-face.ts'

const ALL: BeardSeen = { moustache: 0.9, chin: 0.9, cheeks: 0.9 }
const NONE: BeardSeen = { moustache: 0.01, chin: 0.01, cheeks: 0.01 }

/** The face in the middle, hairy from the upper lip down, as far as the network sees hair there. */
const beardIn = (colour: Rgb, beard: BeardSeen, isHair = below) =>
  beardOn(faceWith(isHair, colour), beard)

function beardOn(picture: Raster, beard: BeardSeen) {
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

  it('of which the network is sure over the lip alone leaves a chin in the shade bare', () => {
    const overLip: BeardSeen = { moustache: 0.99, chin: 0.35, cheeks: 0.14 }
    const { shareAt } = beardIn([60, 45, 38], overLip)
    expect(shareAt(lip.x, lip.y)).toBeGreaterThan(0.5)
    expect(shareAt(chin.x, chin.y)).toBeLessThan(0.5)
  })

  it('of which the network is sure has a moustache along the lip, however thin, if the photo is darker there', () => {
    const sure: BeardSeen = { moustache: 0.96, chin: 0.96, cheeks: 0 }
    const isGoatee = (x: number, y: number) => isFace(x, y) && y > MIDDLE.y + 76
    const bare = faceWith(isGoatee, [60, 45, 38])
    const thin = { ...bare, rgba: bare.rgba.slice() }
    for (let y = MIDDLE.y + 38; y < MIDDLE.y + 50; y++) {
      for (let x = MIDDLE.x - 22; x < MIDDLE.x + 22; x++) {
        thin.rgba.set([178, 130, 108], 4 * (y * thin.widthPx + x))
      }
    }
    for (const aside of [-12, 12]) {
      const shareOn = (picture: Raster) =>
        beardOn(picture, sure).shareAt(MIDDLE.x + aside, MIDDLE.y + 45)
      expect(shareOn(thin)).toBeGreaterThan(0.5)
      expect(shareOn(bare)).toBeLessThan(0.5)
    }
  })

  it('over a lip grows over both halves of it, though light or shade shows one alone', () => {
    const overLip: BeardSeen = { moustache: 0.95, chin: 0.05, cheeks: 0.02 }
    const isOneSided = (x: number, y: number) =>
      below(x, y) && y < MIDDLE.y + 50 && x < MIDDLE.x + 9
    const { shareAt } = beardIn([60, 45, 38], overLip, isOneSided)
    expect(shareAt(lip.x, lip.y)).toBeGreaterThan(0.5)
    expect(shareAt(2 * MIDDLE.x - lip.x + 6, lip.y)).toBeGreaterThan(0.5)
  })

  it('rises along its edge from beside the mouth to the ear, and has no level one', () => {
    const isHair = (x: number, y: number) => isFace(x, y) && y > MIDDLE.y + 5
    const { shareAt } = beardIn([60, 45, 38], ALL, isHair)
    const [cheek, edge] = [MIDDLE.x - 40, MIDDLE.x - 72]
    expect(shareAt(edge, MIDDLE.y + 26)).toBeGreaterThan(0.5)
    expect(shareAt(cheek, MIDDLE.y + 26)).toBeLessThan(0.5)
    expect(shareAt(cheek, MIDDLE.y + 62)).toBeGreaterThan(0.5)
  })

  it('is none in patches on cheeks that do not go on to lip or chin', () => {
    const patch = { x: MIDDLE.x - 58, y: MIDDLE.y + 34 }
    const isPatch = (x: number, y: number) => Math.hypot(x - patch.x, y - patch.y) < 12
    const isChin = (x: number, y: number) => isFace(x, y) && y > MIDDLE.y + 72
    const { shareAt } = beardIn([60, 45, 38], ALL, (x, y) => isChin(x, y) || isPatch(x, y))
    expect(shareAt(chin.x, chin.y)).toBeGreaterThan(0.5)
    expect(shareAt(patch.x, patch.y)).toBeLessThan(0.5)
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

  it('of which the network is half sure is none where chin and cheeks are darker skin, as in light from above', () => {
    const half: BeardSeen = { moustache: 0.4, chin: 0.3, cheeks: 0.15 }
    const [red, green, blue] = SKIN
    expect(beardIn([red * 0.72, green * 0.72, blue * 0.72], half).found).toBeNull()
    expect(beardIn([60, 45, 38], half).found).not.toBeNull()
  })

  it('is none where a moustache alone is half likely: the shade of a lip is one', () => {
    const lipAlone: BeardSeen = { moustache: 0.62, chin: 0.04, cheeks: 0.01 }
    const isRight = (x: number, y: number) => below(x, y) && x < MIDDLE.x + 8
    expect(beardIn([60, 45, 38], lipAlone, isRight).found).toBeNull()
    const both: BeardSeen = { ...lipAlone, chin: 0.1 }
    expect(beardIn([60, 45, 38], both, isRight).found).not.toBeNull()
  })

  it('that is hardly likely is stubble over lip, chin and cheeks where these are grey', () => {
    const hardly: BeardSeen = { moustache: 0.17, chin: 0.08, cheeks: 0.03 }
    const { found, shareAt } = beardIn([158, 124, 110], hardly)
    expect(found?.isStubble).toBe(true)
    expect(shareAt(chin.x, chin.y)).toBeGreaterThan(0.5)
    expect(shareAt(lip.x, lip.y)).toBeGreaterThan(0.5)
    expect(beardIn([158, 124, 110], NONE).found).toBeNull()
  })

  it('that is nearly likely is whole, though its lit half is hardly told from skin', () => {
    const nearly: BeardSeen = { moustache: 0.43, chin: 0.08, cheeks: 0.03 }
    const isLit = (x: number) => x > MIDDLE.x + 10 && x < MIDDLE.x + 22
    const isRed = (x: number, y: number) => below(x, y) && !isLit(x)
    const { shareAt } = beardIn([172, 122, 50], nearly, isRed)
    expect(shareAt(chin.x - 16, chin.y)).toBeGreaterThan(0.5)
    expect(shareAt(chin.x + 16, chin.y)).toBeGreaterThan(0.5)
  })

  it('of which the network is half sure grows where its hair is, whichever part it thinks of', () => {
    const half: BeardSeen = { moustache: 0.5, chin: 0.08, cheeks: 0.02 }
    const { shareAt } = beardIn([60, 45, 38], half)
    expect(shareAt(chin.x, chin.y)).toBeGreaterThan(0.5)
    expect(beardIn(SKIN, half).found).toBeNull()
  })

  it('has a few strokes, all of them within it; stubble has none', () => {
    const strokesOf = (colour: Rgb) => {
      const [face] = people().faces
      const { found } = beardIn(colour, ALL)
      if (!face || !found) throw new Error('There is a beard.')
      const pen = { ...animeLooks.soft.face, opened: 0.5 }
      const isIn = ({ x, y }: { readonly x: number; readonly y: number }) => (below(x, y) ? 1 : 0)
      return { ...found, strokes: beardStrokes(face, found, pen, isIn) }
    }
    const { strokes, isStubble } = strokesOf([60, 45, 38])
    expect(isStubble).toBe(false)
    expect(strokes.length).toBeGreaterThan(5)
    expect(strokes.length).toBeLessThan(80)
    for (const { x, y } of strokes.flatMap(({ outline }) => outline)) {
      expect(y).toBeGreaterThan(MIDDLE.y + 31)
      expect(isFace(MIDDLE.x + (x - MIDDLE.x) * 0.96, MIDDLE.y + (y - MIDDLE.y) * 0.96)).toBe(true)
    }
    const short = strokesOf([154, 112, 94])
    expect(short.isStubble).toBe(true)
    expect(short.strokes).toEqual([])
  })

  it('that is stubble is painted between skin and hair', async () => {
    const soft = { ...plain, look: 'soft', proportions: 0 } as const
    const lightOf = async (colour: Rgb) =>
      colourAt(
        await drawn(faceWith(below, colour), bearded(people()), soft),
        chin.x + 14,
        chin.y,
      )[0]
    const [full, stubble, bare] = [
      await lightOf([60, 45, 38]),
      await lightOf([154, 112, 94]),
      await lightOf(SKIN),
    ]
    expect(stubble).toBeLessThan(bare - 8)
    expect(stubble).toBeGreaterThan(full + 40)
  })
})
