import type { Point } from '#core/imaging/face-points/face-points.ts'
import type { FoundFace } from '#core/imaging/face-points/find-faces.ts'
import { type FacePointGroup, facePointGroups } from '#core/imaging/face-points/groups.ts'
import type { People } from '#core/imaging/portrait/people.ts'
import { createPlane } from '#core/pixels/pixels.ts'
import type { FloatPlane } from '#core/pixels/raster.ts'
import { paintPlane } from './made-pictures.ts'

/** Sides of a picture with one face in its middle. */
export const SIDE = 320
export const MIDDLE = { x: 160, y: 160 }
/** Half axes of its oval. */
export const FACE = { across: 80, down: 105 }

export type Where = (x: number, y: number) => boolean

/** 1 where something is in that picture, 0 elsewhere. */
export function planeWhere(isOn: Where): FloatPlane {
  return paintPlane(SIDE, SIDE, (x, y) => (isOn(x, y) ? 1 : 0))
}

/** A face from the front with its features where they are in most. */
function faceInTheMiddle(): FoundFace {
  const points: Point[] = Array.from({ length: 468 }, () => ({ ...MIDDLE }))
  const put = (group: FacePointGroup, at: (share: number) => Point) => {
    const indices = facePointGroups[group]
    indices.forEach((index, i) => {
      points[index] = at(i / (indices.length - 1))
    })
  }
  const arc = (x: number, y: number, across: number, down: number, from: number, to: number) => {
    const turn = (share: number) => (from + (to - from) * share) * Math.PI
    return (share: number): Point => ({
      x: MIDDLE.x + x + across * Math.sin(turn(share)),
      y: MIDDLE.y + y - down * Math.cos(turn(share)),
    })
  }
  const row = (x: number, y: number, half: number) => arc(x, y, half, 1, -0.5, 0.5)
  put('faceOval', arc(0, 0, FACE.across, FACE.down, 0, 1.95))
  put('jaw', arc(0, 0, FACE.across, FACE.down, -0.5, -1.5))
  for (const [side, x] of [
    ['right', -32],
    ['left', 32],
  ] as const) {
    put(`${side}UpperLid`, arc(x, -20, 14, 6, -0.5, 0.5))
    put(`${side}LowerLid`, arc(x, -20, 14, 6, -0.5, -1.5))
    put(`${side}BrowTop`, row(x, -44, 18))
    put(`${side}BrowBottom`, row(x, -38, 18))
  }
  put('lipsTop', arc(0, 55, 24, 7, -0.5, 0.5))
  put('lipsBottom', arc(0, 55, 24, 9, -0.5, -1.5))
  put('mouthTop', row(0, 55, 20))
  put('mouthBottom', row(0, 56, 20))
  put('noseBase', arc(0, 22, 16, 8, -0.5, -1.5))
  put('rightNostrilTop', row(-8, 25, 4))
  put('rightNostrilBottom', row(-8, 28, 4))
  put('leftNostrilTop', arc(8, 25, 4, 1, 0.5, -0.5))
  put('leftNostrilBottom', arc(8, 28, 4, 1, 0.5, -0.5))
  put('rightWing', arc(-14, 16, 5, 8, 0, -1))
  put('leftWing', arc(14, 16, 5, 8, 0, 1))
  put('columella', row(0, 29, 4))
  const iris = (x: number) => ({ centre: { x: MIDDLE.x + x, y: MIDDLE.y - 20 }, radiusPx: 5 })
  return {
    points: {
      presence: 1,
      points,
      depths: points.map(() => 0),
      rightIris: iris(-32),
      leftIris: iris(32),
      beard: { moustache: 0, chin: 0, cheeks: 0 },
      glasses: { any: 0, dark: 0 },
    },
    widthPx: FACE.across * 2,
    across: { x: 1, y: 0 },
    down: { x: 0, y: 1 },
    frontal: 1,
  }
}

export const isFace = (x: number, y: number) =>
  Math.hypot((x - MIDDLE.x) / FACE.across, (y - MIDDLE.y) / FACE.down) < 1

/** Somebody with hair on all parts of the face, as the network of points says. */
export const bearded = ({ faces, mask }: People): People => ({
  faces: faces.map((face) => ({
    ...face,
    points: { ...face.points, beard: { moustache: 0.9, chin: 0.9, cheeks: 0.9 } },
  })),
  mask,
})

/** The face in the middle, and what belongs to its person. */
export function people(isPerson: (x: number, y: number) => boolean = isFace): People {
  const mask = createPlane(SIDE, SIDE)
  mask.values.forEach((_, i) => {
    mask.values[i] = isPerson(i % SIDE, Math.floor(i / SIDE)) ? 255 : 0
  })
  return { faces: [faceInTheMiddle()], mask }
}

/**
 * The face in the middle with another mouth.
 * @param wide face widths
 * @param hangs how far the corners of each line lie below its middle, px
 * @param lines how far the middle of each line lies below the mouth's place, px
 */
export function withMouth(
  wide: number,
  hangs: number,
  lines: readonly (readonly [FacePointGroup, number])[],
): FoundFace {
  const face = faceInTheMiddle()
  const points = [...face.points.points]
  for (const [group, by] of lines) {
    const indices = facePointGroups[group]
    indices.forEach((index, i) => {
      const along = (2 * i) / (indices.length - 1) - 1
      const y = MIDDLE.y + 50 + hangs * along ** 2 + by * (1 - along ** 2)
      points[index] = { x: MIDDLE.x + wide * FACE.across * along, y }
    })
  }
  return { ...face, points: { ...face.points, points } }
}
