import { describe, expect, it } from 'vitest'
import { hairChanceOf, headChancesOf, maskAbout } from '#core/imaging/face-points/hair-chance.ts'
import { headOf } from '#core/imaging/face-points/head.ts'
import type { InferenceSession, Tensor } from '#core/imaging/tool.ts'
import { FACE, isFace, MIDDLE, people, SIDE } from '../made-face.ts'
import { paint } from '../made-pictures.ts'
import { SKIN, WALL } from '../painted-face.ts'

const picture = paint(SIDE, SIDE, (x, y) => (isFace(x, y) ? SKIN : WALL))
const [face] = people().faces

/** A network that answers with one of the planes that it is shown, at half its size. */
function echo(plane: number): InferenceSession & { readonly shown: Tensor[] } {
  const shown: Tensor[] = []
  return {
    shown,
    run: async (input) => {
      shown.push(input)
      const [, , rows, columns] = input.shape
      const [height, width] = [rows / 2, columns / 2]
      const values = Float32Array.from({ length: height * width }, (_, at) => {
        const [x, y] = [2 * (at % width), 2 * Math.floor(at / width)]
        return input.values[plane * rows * columns + y * columns + x] ?? 0
      })
      return { shape: [1, 1, height, width], values }
    },
    release: async () => undefined,
  }
}

describe('the chance of hair', () => {
  it('lies where the network was shown it', async () => {
    if (!face) throw new Error('There is a face.')
    const oval = 4
    const chance = await hairChanceOf(echo(oval), face, picture, null)
    const { box } = headOf(face, picture)
    const at = (x: number, y: number) =>
      chance.values[(Math.round(y) - box.y) * chance.widthPx + Math.round(x) - box.x]
    expect(at(MIDDLE.x, MIDDLE.y)).toBeCloseTo(1)
    expect(at(MIDDLE.x, box.y + 4)).toBeCloseTo(0)
    expect(at(box.x + 4, MIDDLE.y)).toBeCloseTo(0)
  })

  it('is none where something is surely worn, whatever the network says of hair', async () => {
    if (!face) throw new Error('There is a face.')
    const [side, above] = [32, 14]
    const answer = Float32Array.from({ length: 2 * side * side }, (_, at) =>
      at < side * side || at % (side * side) < above * side ? 1 : 0,
    )
    const network: InferenceSession = {
      run: async () => ({ shape: [1, 2, side, side], values: answer }),
      release: async () => undefined,
    }
    const { hair, worn } = await headChancesOf(network, face, picture, null)
    const { box } = headOf(face, picture)
    const column = Math.round(MIDDLE.x) - box.x
    const at = (y: number) => (Math.round(y) - box.y) * hair.widthPx + column
    const [high, low] = [at(box.y + 4), at(MIDDLE.y + 20)]
    expect([hair.values[high], worn.values[high]]).toEqual([0, expect.closeTo(1)])
    expect([hair.values[low], worn.values[low]]).toEqual([expect.closeTo(1), 0])
  })

  it('is hair where the first look takes for headwear what a wider one takes for hair', async () => {
    if (!face) throw new Error('There is a face.')
    const [side, above] = [32, 14]
    const answerOf = (hair: number, worn: number) =>
      Float32Array.from({ length: 2 * side * side }, (_, at) => {
        const isHigh = at % (side * side) < above * side
        return isHigh ? (at < side * side ? hair : worn) : 0
      })
    const wornBy = async (...answers: Float32Array[]) => {
      const network: InferenceSession = {
        run: async () => ({ shape: [1, 2, side, side], values: answers.shift() ?? answerOf(0, 0) }),
        release: async () => undefined,
      }
      const { hair, worn } = await headChancesOf(network, face, picture, null)
      const { box } = headOf(face, picture)
      const at = 4 * hair.widthPx + Math.round(MIDDLE.x) - box.x
      return { hair: hair.values[at] ?? 0, worn: worn.values[at] ?? 0 }
    }
    const cap = await wornBy(answerOf(0, 1), answerOf(0.1, 0.5))
    const roots = await wornBy(answerOf(0, 1), answerOf(0.8, 0.1))
    expect(cap.worn).toBeGreaterThan(0.9)
    expect(cap.hair).toBeLessThan(0.1)
    expect(roots.worn).toBe(0)
    expect(roots.hair).toBeGreaterThan(0.9)
  })

  /** A network that gives one answer to its first look, and another to the wider one, by the row of each place. */
  function inTurn(...answers: ((row: number) => number)[]): InferenceSession {
    const side = 32
    let asked = 0
    return {
      run: async () => {
        const answer = answers[asked++] ?? (() => 0)
        const values = Float32Array.from({ length: side * side }, (_, at) =>
          answer(Math.floor(at / side)),
        )
        return { shape: [1, 1, side, side], values }
      },
      release: async () => undefined,
    }
  }

  it('is that of a wider look where hair hangs, but not above the eyes', async () => {
    if (!face) throw new Error('There is a face.')
    const network = inTurn(
      () => 0.1,
      () => 0.9,
    )
    const { hair } = await headChancesOf(network, face, picture, null)
    const { box } = headOf(face, picture)
    const column = Math.round(MIDDLE.x) - box.x
    const at = (y: number) => hair.values[(Math.round(y) - box.y) * hair.widthPx + column] ?? 0
    expect(at(MIDDLE.y + FACE.down)).toBeGreaterThan(0.45)
    expect(at(MIDDLE.y - 0.9 * FACE.down)).toBeLessThan(0.2)
  })

  it('ends above what the network was shown, unless a wider look has hair there, too', async () => {
    if (!face) throw new Error('There is a face.')
    const points = face.points.points.map(({ x, y }) => ({ x, y: y + SIDE }))
    const lower = { ...face, points: { ...face.points, points } }
    const tall = paint(SIDE, 2 * SIDE, () => WALL)
    const column = Math.round(MIDDLE.x) - headOf(lower, tall).box.x
    const topOf = async (network: InferenceSession) => {
      const { hair } = await headChancesOf(network, lower, tall, null)
      return hair.values[4 * hair.widthPx + column] ?? 0
    }
    const none = () => 0
    const high = (row: number) => (row < 12 ? 0.9 : 0)
    expect(await topOf(inTurn(high, none))).toBe(0)
    expect(await topOf(inTurn(high, high))).toBeGreaterThan(0.45)
  })

  it('has no headwear above what the network was shown: a hat there would have a pillar', async () => {
    if (!face) throw new Error('There is a face.')
    const points = face.points.points.map(({ x, y }) => ({ x, y: y + SIDE }))
    const lower = { ...face, points: { ...face.points, points } }
    const tall = paint(SIDE, 2 * SIDE, () => WALL)
    const side = 32
    const answer = Float32Array.from({ length: 2 * side * side }, (_, at) => {
      const row = Math.floor((at % (side * side)) / side)
      return at >= side * side && row < 14 ? 1 : 0
    })
    const network: InferenceSession = {
      run: async () => ({ shape: [1, 2, side, side], values: answer }),
      release: async () => undefined,
    }
    const { worn } = await headChancesOf(network, lower, tall, null)
    const { box } = headOf(lower, tall)
    const at = (y: number) =>
      worn.values[(Math.round(y) - box.y) * worn.widthPx + Math.round(MIDDLE.x) - box.x]
    expect(at(SIDE + MIDDLE.y - FACE.across * 2)).toBeCloseTo(1)
    expect(at(SIDE + MIDDLE.y - FACE.across * 3)).toBe(0)
  })

  it('is asked of colours, people and the oval of the face, from 0 to 1', async () => {
    if (!face) throw new Error('There is a face.')
    const network = echo(0)
    await hairChanceOf(network, face, picture, null)
    expect(network.shown[0]?.shape).toEqual([1, 5, 64, 64])
    const values = network.shown[0]?.values ?? new Float32Array()
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...values)).toBeLessThanOrEqual(1.0001)
  })
})

describe('the mask of people about a head', () => {
  const mask = (isOn: (x: number, y: number) => boolean) => ({
    widthPx: SIDE,
    heightPx: SIDE,
    values: Float32Array.from({ length: SIDE * SIDE }, (_, at) =>
      isOn(at % SIDE, Math.floor(at / SIDE)) ? 1 : 0,
    ),
  })

  it('is believed where it has the face', () => {
    if (!face) throw new Error('There is a face.')
    const person = mask(isFace)
    expect(maskAbout(face, person)).toBe(person)
  })

  it('is not where it lacks half of the face: that head it has lost', () => {
    if (!face) throw new Error('There is a face.')
    expect(
      maskAbout(
        face,
        mask((x, y) => isFace(x, y) && x < MIDDLE.x),
      ),
    ).toBeNull()
  })
})
