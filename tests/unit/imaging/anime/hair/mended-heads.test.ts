import { describe, expect, it } from 'vitest'
import { headOf } from '#core/imaging/face-points/head.ts'
import { withMendedHeads } from '#core/imaging/tools/anime/hair/mended-heads.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { isFace, MIDDLE, people, planeWhere, SIDE, type Where } from '../../made-face.ts'
import { evenPlane, paint } from '../../made-pictures.ts'
import type { Rgb } from '../../painted-face.ts'

const [face] = people().faces
const WALL: Rgb = [205, 205, 200]
const HAIR: Rgb = [70, 50, 40]

/** A dark head before a plain wall, with something else. */
const pictureOf = (
  isElse: Where,
  colour: Rgb,
  wall: Rgb | ((x: number, y: number) => Rgb) = WALL,
) =>
  paint(SIDE, SIDE, (x, y) => {
    if (isElse(x, y)) return colour
    if (isFace(x, y)) return HAIR
    return typeof wall === 'function' ? wall(x, y) : wall
  })

/** @param isMasked what the mask of people has @param worn how likely something is worn all over */
function mended(picture: Raster, isMasked: Where, worn = 0) {
  if (!face) throw new Error('There is a face.')
  const { width, height } = headOf(face, picture).box
  const asked = {
    chance: evenPlane(width, height, 0),
    worn: evenPlane(width, height, worn),
    isMasked: true,
  }
  const fine = kernels.okLab(picture)
  const study = { picture, large: picture, person: planeWhere(isMasked), fine }
  const { study: seen, chances } = withMendedHeads({ kernels }, study, new Map([[face, asked]]))
  const { box } = headOf(face, picture)
  const chance = chances.get(face)?.chance
  return {
    personAt: (x: number, y: number) => seen.person.values[y * SIDE + x] as number,
    hairAt: (x: number, y: number) => chance?.values[(y - box.y) * box.width + x - box.x] as number,
  }
}

const isBun: Where = (x, y) => (x - MIDDLE.x) ** 2 + (y - 34) ** 2 < 24 ** 2

describe('a bun that the mask of people lacks', () => {
  it('is hair of the head that it stands on before a plain wall', () => {
    const { personAt, hairAt } = mended(pictureOf(isBun, [120, 90, 60]), isFace)
    expect(personAt(MIDDLE.x, 26)).toBeGreaterThan(0.9)
    expect(hairAt(MIDDLE.x, 26)).toBeGreaterThan(0.8)
    expect(personAt(MIDDLE.x + 50, 26)).toBe(0)
    expect(hairAt(MIDDLE.x + 50, 26)).toBe(0)
  })

  it('is no hair where something is worn, or where it is blue', () => {
    const onHat = mended(pictureOf(isBun, [120, 90, 60]), isFace, 0.9)
    expect(onHat.personAt(MIDDLE.x, 26)).toBeGreaterThan(0.9)
    expect(onHat.hairAt(MIDDLE.x, 26)).toBe(0)
    expect(mended(pictureOf(isBun, [40, 60, 200]), isFace).hairAt(MIDDLE.x, 26)).toBe(0)
  })

  it('is what is behind where that is full of things', () => {
    const checks = (x: number, y: number): Rgb =>
      (Math.floor(x / 20) + Math.floor(y / 20)) % 2 === 0 ? WALL : [120, 130, 90]
    const { personAt } = mended(pictureOf(isBun, [120, 90, 60], checks), isFace)
    expect(personAt(MIDDLE.x, 26)).toBe(0)
  })

  it('is a light out of focus where it has no edge', () => {
    const soft = kernels.gaussianRaster(pictureOf(isBun, [255, 240, 180], [90, 90, 90]), 9)
    const sharp = pictureOf(() => false, HAIR, [90, 90, 90])
    const rgba = soft.rgba.map((value, k) => {
      const at = k >> 2
      return isFace(at % SIDE, Math.floor(at / SIDE)) ? (sharp.rgba[k] as number) : value
    })
    expect(mended({ ...soft, rgba }, isFace).personAt(MIDDLE.x, 26)).toBeLessThan(0.1)
  })
})

describe('a knob of the mask on top of a head', () => {
  const isKnob: Where = (x, y) => Math.abs(x - MIDDLE.x) < 12 && y > 22 && y < 70
  const isMasked: Where = (x, y) => isFace(x, y) || isKnob(x, y)

  it('is none where the photo has no edge about it', () => {
    const { personAt } = mended(
      pictureOf(() => false, HAIR),
      isMasked,
    )
    expect(personAt(MIDDLE.x, 32)).toBeLessThan(0.2)
    expect(personAt(MIDDLE.x, 90)).toBe(1)
  })

  it('stays where it is as sharp as the head', () => {
    const { personAt } = mended(pictureOf(isKnob, HAIR), isMasked)
    expect(personAt(MIDDLE.x, 32)).toBe(1)
  })
})
