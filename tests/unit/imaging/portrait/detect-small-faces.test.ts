import { describe, expect, it } from 'vitest'
import { detectSmallToo } from '#core/imaging/portrait/detect-small-faces.ts'
import type { DetectedFace } from '#core/imaging/tool.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { paint } from '../made-pictures.ts'

const [WIDTH, HEIGHT] = [600, 300]
const FACE_PX = 18

/** Two who stand close, of whom the parts show nothing. */
const CLOSE = [0.05, 0.75].map(
  (x): DetectedFace => ({ x, y: 0.5, width: 0.2, height: 0.4, score: 0.9, keypoints: [] }),
)

/** White squares are faces; as a whole only the first of them is seen. */
function groupAt(places: readonly (readonly [x: number, y: number])[], isCrowdToo = false) {
  const picture = paint(WIDTH, HEIGHT, (x, y) =>
    places.some(([u, v]) => x >= u && x < u + FACE_PX && y >= v && y < v + FACE_PX)
      ? [255, 255, 255]
      : [0, 0, 0],
  )
  let looks = 0
  const close = isCrowdToo ? CLOSE : []
  const detect = async (seen: Raster): Promise<DetectedFace[]> => {
    looks++
    const found = facesIn(seen)
    return seen.widthPx === WIDTH ? [...close, ...found.slice(0, 1)] : found
  }
  return {
    picture,
    detect: detectSmallToo(detect, isCrowdToo),
    alone: detectSmallToo(detect),
    looks: () => looks,
  }
}

function facesIn({ widthPx, heightPx, rgba }: Raster): DetectedFace[] {
  const isWhite = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < widthPx && y < heightPx && rgba[(y * widthPx + x) * 4] === 255
  const found: DetectedFace[] = []
  for (let y = 0; y + FACE_PX <= heightPx; y++) {
    for (let x = 0; x + FACE_PX <= widthPx; x++) {
      const isCorner = isWhite(x, y) && !isWhite(x - 1, y) && !isWhite(x, y - 1)
      if (!isCorner || !isWhite(x + FACE_PX - 1, y + FACE_PX - 1)) continue
      const size = { width: FACE_PX / widthPx, height: FACE_PX / heightPx }
      found.push({ x: x / widthPx, y: y / heightPx, ...size, score: 0.9, keypoints: [] })
    }
  }
  return found
}

describe('faces of a group', () => {
  it('are found in its parts where the whole shows but a few, each once, in the whole’s own places', async () => {
    const places = [
      [40, 50],
      [290, 140],
      [560, 250],
    ] as const
    const { picture, detect } = groupAt(places)
    const found = await detect(picture)
    const middles = found.map(({ x, y }) => [Math.round(x * WIDTH), Math.round(y * HEIGHT)])
    expect(middles.toSorted(([a = 0], [b = 0]) => a - b)).toEqual(places)
  })

  it('are found behind those who stand close where a crowd is asked for, and only then', async () => {
    const places = [
      [250, 20],
      [350, 60],
    ] as const
    const { picture, detect, alone } = groupAt(places, true)
    expect(await alone(picture)).toHaveLength(CLOSE.length + 1)
    expect(await detect(picture)).toHaveLength(CLOSE.length + places.length)
  })

  it('are not looked for where nobody is', async () => {
    const { picture, detect, looks } = groupAt([])
    expect(await detect(picture)).toEqual([])
    expect(looks()).toBe(1)
  })
})
