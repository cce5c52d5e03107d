import { describe, expect, it } from 'vitest'
import { followed } from '#core/imaging/face-points/followed-line.ts'
import { foldShapes } from '#core/imaging/tools/anime/faces/marks/folds.ts'
import { animeLooks } from '#core/imaging/tools/anime/looks.ts'
import { type OkLab, toOkLab } from '#core/pixels/oklab.ts'
import { kernels } from '../../../../../fixtures/kernels.ts'
import { isFace, MIDDLE, people } from '../../../made-face.ts'
import { faceWith, type Rgb, SKIN } from '../../../painted-face.ts'

const DARK: Rgb = [130, 86, 70]
const pen = { ...animeLooks.soft.face, opened: 0.5 }

/** The folds that are drawn of a face with something dark on it. */
function foldsOf(isDark: (x: number, y: number) => boolean, colour = DARK, isHidden = () => false) {
  const [face] = people().faces
  if (face === undefined) throw new Error('There is a face.')
  const picture = faceWith((x, y) => isFace(x, y) && isDark(x, y), colour)
  const skin: OkLab = [0, 0, 0]
  toOkLab(...SKIN, skin)
  return foldShapes(kernels, picture, face, skin, pen, isHidden, true)
}

const isCrease = (above: number) => (x: number, y: number) =>
  Math.abs(x - MIDDLE.x) < 45 && Math.abs(y - MIDDLE.y + above + 3 * Math.sin(x / 9)) < 1.6
/** From beside the nose to beside the mouth, on both sides. */
const isLaugh = (x: number, y: number) => {
  const [across, down] = [Math.abs(x - MIDDLE.x), y - MIDDLE.y]
  const bow = 24 + 0.35 * (down - 20) + 4 * Math.sin(((down - 18) / 46) * Math.PI)
  return down > 18 && down < 64 && Math.abs(across - bow) < 1.4
}

describe('a followed line', () => {
  it('goes where it is darkest, over a gap, and not to a darker spot far beside', () => {
    const guide = Array.from({ length: 30 }, (_, x) => ({ x, y: 0 }))
    const depthAt = ({ x, y }: { x: number; y: number }) => {
      if (Math.hypot(x - 15, y - 9) < 0.9) return 0.07
      return Math.abs(y - 3) < 0.6 && Math.abs(x - 15) > 2 ? 0.05 : 0
    }
    const { line, depths } = followed({ guide, from: -10, to: 10, steps: 21 }, depthAt)
    expect(line.every(({ y }) => Math.abs(y - 3) < 1.1)).toBe(true)
    expect(depths[5]).toBe(0.05)
    expect(depths[15]).toBe(0)
  })
})

describe('the folds of a face', () => {
  it('are lines as long as they are, across a forehead and beside a mouth', () => {
    const across = foldsOf((x, y) => isCrease(66)(x, y) || isCrease(80)(x, y))
    expect(across).toHaveLength(2)
    for (const { outline } of across) {
      const xs = outline.map(({ x }) => x)
      expect(Math.max(...xs) - Math.min(...xs)).toBeGreaterThan(50)
    }
    expect(foldsOf(isLaugh)).toHaveLength(2)
  })

  it('are none on smooth skin, where they are faint, and behind what lies before them', () => {
    const both = (x: number, y: number) => isLaugh(x, y) || isCrease(66)(x, y)
    expect(foldsOf(() => false)).toEqual([])
    expect(foldsOf(both, [196, 141, 117])).toEqual([])
    expect(foldsOf(both, DARK, () => true)).toEqual([])
  })

  it('are none where one dark line lies across a forehead, as a shadow does', () => {
    expect(foldsOf(isCrease(70))).toEqual([])
  })

  it('are drawn under eyes of who has others alone', () => {
    const isBag = (x: number, y: number) =>
      Math.abs(Math.hypot(Math.abs(x - MIDDLE.x) - 32, (y - MIDDLE.y + 20) * 1.1) - 15) < 1.4 &&
      y > MIDDLE.y - 12
    expect(foldsOf(isBag)).toEqual([])
    expect(foldsOf((x, y) => isBag(x, y) || isLaugh(x, y)).length).toBeGreaterThan(3)
  })
})
