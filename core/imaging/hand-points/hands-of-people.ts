import { rasterSource } from '../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../pixels/raster.ts'
import { type Point, pointsOf } from '../face-points/face-points.ts'
import { type FoundFace, scaledFace } from '../face-points/find-faces.ts'
import { contains } from '../face-points/samples.ts'
import type { ToolEnvironment } from '../tool.ts'
import { findHands, type HandNetworks } from './find-hands.ts'
import type { HandPoints } from './hand-points.ts'
import { handSquares } from './hand-squares.ts'

/** People in a picture, and where they are in a copy of it. */
export interface SeenPeople {
  readonly picture: Raster
  /** In pixels of the picture. */
  readonly faces: readonly FoundFace[]
  /** How much each place of the copy is skin, and somebody, 0..1. */
  readonly skin: FloatPlane
  readonly person: FloatPlane
}

/** The hands of people, in pixels of the copy. */
export async function handsOfPeople(
  env: ToolEnvironment,
  { picture, faces, skin, person }: SeenPeople,
  networks: HandNetworks,
): Promise<readonly HandPoints[]> {
  const scale = skin.widthPx / picture.widthPx
  const scaled = faces.map((face) => scaledFace(face, scale))
  const squares = handSquares(scaled, skin, person).map(({ centre, sidePx }) => ({
    centre: { x: centre.x / scale, y: centre.y / scale },
    sidePx: sidePx / scale,
  }))
  const photo = { source: rasterSource(picture), overview: picture }
  const ovals = faces.map(({ points }) => pointsOf(points, 'faceOval'))
  const isFace = ({ x, y }: Point) => ovals.some((oval) => contains(oval, x, y))
  const hands = await findHands(env, photo, squares, networks, isFace)
  return hands.map(({ presence, points }) => ({
    presence,
    points: points.map(({ x, y }) => ({ x: x * scale, y: y * scale })),
  }))
}
