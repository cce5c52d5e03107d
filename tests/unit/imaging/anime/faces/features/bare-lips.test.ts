import { describe, expect, it } from 'vitest'
import { pointsOf } from '#core/imaging/face-points/face-points.ts'
import { contains } from '#core/imaging/face-points/samples.ts'
import { people, SIDE } from '../../../made-face.ts'
import { paint } from '../../../made-pictures.ts'
import { colourAt, drawn, faceWith, type Rgb } from '../../../painted-face.ts'

const BROWN: Rgb = [168, 120, 98]

/** How much more red than green the lower lip of a face has whose lips are brown in the photo, and there. */
async function redOfLips(): Promise<{ readonly photo: number; readonly drawn: number }> {
  const found = people()
  const [face] = found.faces
  if (!face) throw new Error('There is a face.')
  const { points } = face
  const lips = [...pointsOf(points, 'lipsTop'), ...pointsOf(points, 'lipsBottom').toReversed()]
  const lower = [...pointsOf(points, 'mouthBottom'), ...pointsOf(points, 'lipsBottom').toReversed()]
  const bare = faceWith(() => false, BROWN)
  const picture = paint(SIDE, SIDE, (x, y) => (contains(lips, x, y) ? BROWN : colourAt(bare, x, y)))
  const result = await drawn(picture, found, { look: 'soft', strength: 0.8, proportions: 0 })
  const seen: number[] = []
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      if (!contains(lower, x + 0.5, y + 0.5)) continue
      const [red, green] = colourAt(result, x, y)
      seen.push(red - green)
    }
  }
  const middle = seen.toSorted((a, b) => a - b)[seen.length >> 1] ?? 0
  return { photo: BROWN[0] - BROWN[1], drawn: middle }
}

describe('bare lips', () => {
  it('are drawn redder than they are, as flat brown ones would be a moustache', async () => {
    const red = await redOfLips()
    expect(red.drawn).toBeGreaterThan(red.photo + 4)
  })
})
