import { rasterSource } from '../../../../pixels/pixels.ts'
import { type Point, pointsOf } from '../../../face-points/face-points.ts'
import { scaledFace } from '../../../face-points/find-faces.ts'
import { contains } from '../../../face-points/samples.ts'
import { findHands, type HandNetworks } from '../../../hand-points/find-hands.ts'
import type { HandPoints } from '../../../hand-points/hand-points.ts'
import { handSquares } from '../../../hand-points/hand-squares.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { isSmallHeadIn } from '../faces/face-sizes.ts'
import type { PhotoStudy } from '../photo-study.ts'

/**
 * The hands of people who are near enough for fingers of their own.
 * @returns in pixels of the painted picture
 */
export async function findDrawnHands(
  env: ToolEnvironment,
  { picture, large, people, person, skin }: PhotoStudy,
  networks: HandNetworks | null,
): Promise<readonly HandPoints[]> {
  if (networks === null || person === null) return []
  const scale = picture.widthPx / large.widthPx
  const faces = people.faces
    .filter((face) => !isSmallHeadIn(face, large))
    .map((face) => scaledFace(face, scale))
  const squares = handSquares(faces, skin, person).map(({ centre, sidePx }) => ({
    centre: { x: centre.x / scale, y: centre.y / scale },
    sidePx: sidePx / scale,
  }))
  const photo = { source: rasterSource(large), overview: large }
  const ovals = people.faces.map(({ points }) => pointsOf(points, 'faceOval'))
  const isFace = ({ x, y }: Point) => ovals.some((oval) => contains(oval, x, y))
  const hands = await findHands(env, photo, squares, networks, isFace)
  return hands.map(({ presence, points }) => ({
    presence,
    points: points.map(({ x, y }) => ({ x: x * scale, y: y * scale })),
  }))
}
