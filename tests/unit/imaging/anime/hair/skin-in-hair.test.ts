import { describe, expect, it } from 'vitest'
import { headOf } from '#core/imaging/face-points/head.ts'
import { skinInHair } from '#core/imaging/tools/anime/hair/skin-in-hair.ts'
import { cropRaster } from '#core/pixels/pixels.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { okLabOf } from '../../../../fixtures/plain-paint.ts'
import { isFace, MIDDLE, people, planeWhere, SIDE, type Where } from '../../made-face.ts'
import { paint, paintPlane } from '../../made-pictures.ts'
import { type Rgb, SKIN, WALL } from '../../painted-face.ts'

const DARK: Rgb = [58, 42, 34]
const LIT: Rgb = [122, 92, 70]

const isHair: Where = (x, y) =>
  !isFace(x, y) && Math.hypot((x - MIDDLE.x) / 130, (y - MIDDLE.y) / 150) < 1 && y < MIDDLE.y + 60

/** An arm beside the head, which goes on below where its hair ends. */
const ARM = { x: MIDDLE.x + 105, y: MIDDLE.y - 40 }
const isArm: Where = (x, y) => Math.abs(x - ARM.x) < 20 && y > ARM.y
const isArmInHair: Where = (x, y) => isArm(x, y) && isHair(x, y)

const strands = (x: number): Rgb => (x % 6 < 3 ? DARK : LIT)
const smooth = (): Rgb => DARK

/** How much places speak against hair; 0 where nothing does. */
function againstHair(isBare: Where, hairAt: (x: number) => Rgb): (x: number, y: number) => number {
  const picture = paint(SIDE, SIDE, (x, y) => {
    if (isFace(x, y) || isBare(x, y)) return SKIN
    return isHair(x, y) ? hairAt(x) : WALL
  })
  const [face] = people().faces
  if (!face) throw new Error('There is a face.')
  const head = headOf(face, picture)
  const { box } = head
  const chance = paintPlane(box.width, box.height, (across, down) => {
    const [x, y] = [box.x + across, box.y + down]
    return isHair(x, y) ? 0.95 : 0.02
  })
  const found = skinInHair(kernels, {
    head,
    guide: kernels.luma(cropRaster(picture, box)),
    fine: okLabOf(picture),
    person: planeWhere((x, y) => isFace(x, y) || isHair(x, y) || isBare(x, y)),
    skin: planeWhere(isFace).values,
    chance,
  })
  return (x, y) => found?.((y - box.y) * box.width + x - box.x) ?? 0
}

describe('skin that was taken for hair', () => {
  it('is an arm before hair with strands, which goes on below, and not the hair beside it', () => {
    const against = againstHair(isArm, strands)
    expect(against(ARM.x, MIDDLE.y + 20)).toBeGreaterThan(2)
    expect(against(MIDDLE.x - 105, MIDDLE.y + 20)).toBe(0)
    expect(against(MIDDLE.x, 30)).toBe(0)
  })

  it('is not a light lock of hair, which goes on nowhere', () => {
    const against = againstHair(isArmInHair, strands)
    expect(against(ARM.x, MIDDLE.y + 20)).toBe(0)
  })

  it('is not looked for where hair is as smooth as skin', () => {
    const against = againstHair(isArm, smooth)
    expect(against(ARM.x, MIDDLE.y + 20)).toBe(0)
  })
})
