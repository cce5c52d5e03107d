import { describe, expect, it } from 'vitest'
import { Cel } from '#core/imaging/tools/anime/cel.ts'
import { prepareFaces } from '#core/imaging/tools/anime/faces/draw-faces.ts'
import { zonesAbout } from '#core/imaging/tools/anime/faces/face-zones.ts'
import { animeLooks } from '#core/imaging/tools/anime/looks.ts'
import { withHands } from '#core/imaging/tools/anime/skin/hand-lines.ts'
import { bareJob } from '../../../../fixtures/bare-job.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { FACE, isFace, MIDDLE, people, SIDE } from '../../made-face.ts'
import { paint } from '../../made-pictures.ts'
import { SKIN, WALL } from '../../painted-face.ts'

type IsThere = (x: number, y: number) => boolean

const pen = { ...animeLooks.soft.face, opened: 0 }
const cheek = { x: MIDDLE.x + 48, y: MIDDLE.y + 40 }
const far = { x: cheek.x, y: MIDDLE.y + FACE.down + 20 }

/** Skin all over, on which there is one line; the face keeps ink away. */
async function withLine(isLine: IsThere, lightness = 0.7, hasFarFace = false) {
  const size = { widthPx: SIDE, heightPx: SIDE }
  const picture = paint(SIDE, SIDE, (x, y) => (isFace(x, y) ? SKIN : WALL))
  const near = await prepareFaces(bareJob, picture, people().faces, pen, {
    contrast: 1,
    warmth: 0,
  })
  const far = near.map((drawn) => ({ ...drawn, face: { ...drawn.face, widthPx: SIDE / 20 } }))
  const faces = hasFarFace ? [...near, ...far] : near
  const places = SIDE * SIDE
  const filled = (value: number) => new Float32Array(places).fill(value)
  const cells = { ...size, of: new Uint32Array(places), total: 1 }
  const cel = new Cel(cells, {
    ...size,
    lightness: filled(lightness),
    a: filled(0.05),
    b: filled(0.05),
  })
  const values = filled(1)
  for (let at = 0; at < places; at++) {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)]
    if (isFace(x, y)) cel.bare[at] = 1
    if (isLine(x, y)) values[at] = 0.3
  }
  const isSkin = (at: number) => cel.bare[at] === 0
  const seen = { faces, zoneAt: zonesAbout(faces, cel, 1) }
  const lines = withHands(kernels, cel, { ...size, values }, isSkin, () => false, seen, 1)
  const at = ({ x, y }: typeof cheek) => y * SIDE + x
  return { cel, lines: lines.values, at }
}

const isAcross: IsThere = (x, y) => Math.abs(x - cheek.x) < 2 && y > MIDDLE.y + 25
const isWithin: IsThere = (x, y) => Math.abs(x - cheek.x) < 2 && Math.abs(y - cheek.y) < 22

describe('a hand before a face', () => {
  it('has the line that goes from beyond the face over it', async () => {
    const { cel, lines, at } = await withLine(isAcross)
    expect(cel.bare[at(cheek)]).toBe(0)
    expect(cel.folds[at(cheek)]).toBe(1)
    expect(lines[at(cheek)]).toBeLessThan(0.3)
  })

  it('is not looked for on a face that is far, beside one that is not', async () => {
    const { cel, at } = await withLine(isAcross, 0.7, true)
    expect(cel.bare[at(cheek)]).toBe(1)
    expect(cel.folds[at(cheek)]).toBe(0)
  })

  it('is none where a fold of the face itself ends within it', async () => {
    const { cel, at } = await withLine(isWithin)
    expect(cel.bare[at(cheek)]).toBe(1)
    expect(cel.folds[at(cheek)]).toBe(0)
  })
})

describe('a line on the skin of a body', () => {
  it('is drawn, though skin is painted alike on both sides of it', async () => {
    const { cel, at } = await withLine(isAcross)
    expect(cel.folds[at(far)]).toBe(1)
  })

  it('is darker paint on dark skin, on which ink would not be seen', async () => {
    const { cel, at } = await withLine(isAcross, 0.35)
    expect(cel.colours.lightness[at(far)]).toBeLessThan(0.25)
    expect(cel.colours.lightness[at({ x: far.x + 12, y: far.y })]).toBeCloseTo(0.35, 5)
  })

  it('is left out where it is short, as texture', async () => {
    const { cel, at } = await withLine((x, y) => Math.abs(x - far.x) < 2 && Math.abs(y - far.y) < 3)
    expect(cel.folds[at(far)]).toBe(0)
  })
})
