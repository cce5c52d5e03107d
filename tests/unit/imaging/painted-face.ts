import type { People } from '#core/imaging/portrait/people.ts'
import type { InferenceSession } from '#core/imaging/tool.ts'
import { type AnimeSettings, anime } from '#core/imaging/tools/anime/anime.ts'
import { createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { isFace, MIDDLE, SIDE } from './made-face.ts'
import { paint, testJob } from './made-pictures.ts'

export type Rgb = readonly [red: number, green: number, blue: number]
export const SKIN: Rgb = [205, 150, 125]
export const WALL: Rgb = [215, 222, 230]

export const plain = { look: 'bold', strength: 0.8, proportions: 0.5 } as const

/** A network that takes all of a person for hair but the oval of the face, and what is below a chin. */
export const hairAboutFaces: InferenceSession = {
  run: async ({ shape: [, , rows, columns], values }) => {
    const [height, width, plane] = [rows / 2, columns / 2, rows * columns]
    const [PERSON, OVAL, CHIN] = [3, 4, 0.6]
    const hair = Float32Array.from({ length: height * width }, (_, at) => {
      const [x, y] = [2 * (at % width), 2 * Math.floor(at / width)]
      const seen = (number: number) => values[number * plane + y * columns + x] ?? 0
      return y < CHIN * rows && seen(PERSON) > 0.5 && seen(OVAL) < 0.5 ? 0.98 : 0.01
    })
    return { shape: [1, 1, height, width], values: hair }
  },
  release: async () => undefined,
}

export async function drawn(
  picture: Raster,
  found: People,
  settings: AnimeSettings = plain,
  previews?: object,
  hair: InferenceSession | null = hairAboutFaces,
): Promise<Raster> {
  const result = createRaster(SIDE, SIDE)
  await anime(testJob(), rasterSource(picture), settings, rasterSink(result), {
    findPeople: async () => found,
    findHairNetwork: async () => hair,
    isQuick: true,
    ...(previews && { previews }),
  })
  return result
}

export const colourAt = ({ rgba }: Raster, x: number, y: number): Rgb => {
  const at = (Math.round(y) * SIDE + Math.round(x)) * 4
  return [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0]
}

/** The face in the middle with clear eyes and something more. */
export const faceWith = (isThere: (x: number, y: number) => boolean, colour: Rgb): Raster =>
  paint(SIDE, SIDE, (x, y) => {
    if (isThere(x, y)) return colour
    const [across, down] = [Math.abs(x - MIDDLE.x) - 32, y - MIDDLE.y + 20]
    if (Math.hypot(across, down) < 5) return [70, 45, 35]
    if (Math.hypot(across / 14, down / 6) < 1) return [235, 232, 228]
    return isFace(x, y) ? SKIN : WALL
  })
