import { describe, expect, it } from 'vitest'
import { sides } from '#core/imaging/face-points/face-lines.ts'
import type { FoundFace } from '#core/imaging/face-points/find-faces.ts'
import { facePointGroups } from '#core/imaging/face-points/groups.ts'
import { irisOf } from '#core/imaging/tools/anime/faces/features/irises.ts'
import type { OkLab } from '#core/pixels/oklab.ts'
import { MIDDLE, people } from '../../../made-face.ts'
import { faceWith, type Rgb } from '../../../painted-face.ts'

const isIris = (x: number, y: number) =>
  Math.hypot(Math.abs(x - MIDDLE.x) - 32, y - MIDDLE.y + 20) < 5

const pen = { width: 1, dark: 0.2, opened: 0.5, vivid: 0.6 }

/** A face that is turned to its right, beyond whose nose little is seen. */
function turnedRight(face: FoundFace): FoundFace {
  const points = face.points.points.slice()
  const [ear] = facePointGroups.jaw
  points[ear] = { x: MIDDLE.x - 20, y: MIDDLE.y }
  return { ...face, frontal: 0.1, points: { ...face.points, points } }
}

function irisIn(skin: OkLab, grey: Rgb = [112, 114, 112]): OkLab {
  const [face] = people().faces
  if (!face) throw new Error('There is a face.')
  return irisOf(faceWith(isIris, grey), face, sides, skin, pen)
}

describe('an iris that is grey in a photo', () => {
  it('is blue in pale skin', () => {
    expect(irisIn([0.72, 0.035, 0.045])[2]).toBeLessThan(-0.015)
  })

  it('stays grey in dark skin, where the sky gleams in it', () => {
    expect(irisIn([0.48, 0.04, 0.06])[2]).toBeGreaterThan(-0.01)
  })

  it('is brown in dark skin where it is darker than that, though a sky is mirrored in it', () => {
    const [, red, yellow] = irisIn([0.49, 0.04, 0.06], [47, 49, 52])
    expect(red).toBeGreaterThan(0.015)
    expect(yellow).toBeGreaterThan(0.02)
  })

  it('is green in dark skin where the photo has it green', () => {
    expect(irisIn([0.53, 0.06, 0.045], [30, 52, 34])[1]).toBeLessThan(-0.005)
  })
})

describe('an iris in pale skin', () => {
  const skin: OkLab = [0.74, 0.046, 0.053]

  it('is brown where it is dark, though a lamp makes it teal', () => {
    const [light, red, yellow] = irisIn(skin, [34, 42, 42])
    expect(light).toBeLessThan(0.36)
    expect(red).toBeGreaterThan(0.02)
    expect(yellow).toBeGreaterThan(0.025)
  })

  it('is a dark brown where it is light and red, as blurred brown ones are and those that a flash lit', () => {
    const [light, red, yellow] = irisIn(skin, [160, 112, 104])
    expect(light).toBeLessThan(0.4)
    expect(yellow).toBeGreaterThan(red)
  })

  it('is grey rather than blue where it is dark and hardly redder than its white', () => {
    const pale: OkLab = [0.84, 0.03, 0.035]
    expect(irisIn(pale, [92, 94, 93])[2]).toBeLessThan(-0.02)
    expect(irisIn(pale, [95, 91, 91])[2]).toBeGreaterThan(-0.012)
  })

  it('is grey or blue where it has no hue and is lighter than a brown one, however blurred its white is', () => {
    const [light, red, yellow] = irisIn(skin, [72, 73, 72])
    expect(light).toBeGreaterThan(0.4)
    expect(red).toBeLessThan(0.006)
    expect(yellow).toBeLessThan(0.006)
  })

  it('has the colour of the near eye in a head that is turned, as the far one is the edge of hair', () => {
    const [face] = people().faces
    if (!face) throw new Error('There is a face.')
    const turned = turnedRight(face)
    const isRight = (x: number) => x < MIDDLE.x
    const eyes = (x: number, y: number) => isIris(x, y) && !isRight(x)
    const picture = faceWith(eyes, [80, 88, 100])
    expect(irisOf(picture, turned, sides, skin, pen)[2]).toBeLessThan(-0.01)
  })

  it('is no pink one where it is light and hardly red', () => {
    const [light, red] = irisIn(skin, [124, 115, 118])
    expect(light).toBeGreaterThan(0.45)
    expect(red).toBeLessThan(0.004)
  })
})
