import { readdirSync } from 'node:fs'
import { expect, test } from 'playwright/test'
import { type SketchSettings, sketch } from '#core/imaging/tools/sketch/sketch.ts'
import { createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { bareJob } from '../fixtures/bare-job.ts'
import { photograph, photographsAreHere, photographsMissing } from '../fixtures/photographs.ts'
import { meanColour, skinPixels } from './anime-figures.ts'
import { opened, peopleIn, tones } from './people-of-photographs.ts'
import { mean, writeQualitySection } from './report.ts'

const WIDTH_MIN_PX = 60
/** From this darkness against the paper on, a pixel is of a stroke. */
const STROKE = 0.2
const styles: readonly SketchSettings['style'][] = ['pencil', 'ink', 'coloured-pencil']

const folders = ['portrait/faces', 'portrait/masks/image']
const files = () =>
  folders.flatMap((folder) =>
    readdirSync(photograph(`open/${folder}`))
      .toSorted()
      .map((file) => `open/${folder}/${file}`),
  )

interface FaceInk {
  /** OKLab lightness of the skin in the photograph. */
  readonly light: number
  /** Share of the skin that strokes cover. */
  readonly strokes: number
  /** Mean darkness of the skin against the paper. */
  readonly ink: number
  /** Half the way from the 15th to the 85th percentile of the skin's log luma in the photograph. */
  readonly contrast: number
}

/** Faces in a light this even can be compared, whatever their skin. */
const EVEN_LIGHT = 0.25

const darknessAt = ({ rgba }: Raster, at: number) =>
  1 -
  (0.2126 * (rgba[at * 4] ?? 0) +
    0.7152 * (rgba[at * 4 + 1] ?? 0) +
    0.0722 * (rgba[at * 4 + 2] ?? 0)) /
    255

function contrastOf(picture: Raster, pixels: readonly number[]): number {
  const lumas = pixels.map((at) => 1 - darknessAt(picture, at)).toSorted((a, b) => a - b)
  const at = (share: number) => Math.max(0.02, lumas[Math.floor(lumas.length * share)] ?? 0)
  return Math.log(at(0.85) / at(0.15)) / 2
}

const sets = [
  ['all', () => true],
  ['evenly lit', ({ contrast }: FaceInk) => contrast < EVEN_LIGHT],
] as const

async function inkOfFaces(path: string, style: SketchSettings['style']): Promise<FaceInk[]> {
  const picture = await opened(path)
  const people = await peopleIn(picture)
  const faces = people.faces.filter(({ widthPx }) => widthPx > WIDTH_MIN_PX)
  if (faces.length === 0) return []
  const drawn = createRaster(picture.widthPx, picture.heightPx)
  const settings: SketchSettings = { style, strength: 0.7, background: 'as-it-is' }
  await sketch(bareJob, rasterSource(picture), settings, rasterSink(drawn), { peopleIn })
  return faces.flatMap((face) => {
    const pixels = skinPixels(face, picture)
    if (pixels === null) return []
    const darkness = pixels.map((at) => darknessAt(drawn, at))
    return [
      {
        light: meanColour(picture, pixels)[0],
        strokes: darkness.filter((value) => value > STROKE).length / pixels.length,
        ink: mean(darkness),
        contrast: contrastOf(picture, pixels),
      },
    ]
  })
}

test.describe('the sketch tool', () => {
  test.skip(!photographsAreHere, photographsMissing)

  test('draws skin of every tone with the same restraint', async () => {
    const rows: string[] = []
    for (const style of styles) {
      const faces: FaceInk[] = []
      for (const path of files()) faces.push(...(await inkOfFaces(path, style)))
      expect(faces.length).toBeGreaterThan(60)
      for (const [set, isOfSet] of sets) {
        const groups = tones.map(([, isTone]) =>
          faces.filter((face) => isTone(face.light) && isOfSet(face)),
        )
        for (const figure of ['strokes', 'ink'] as const) {
          const means = groups.map((group) => mean(group.map((face) => face[figure])))
          const cells = means.map(
            (value, at) => `${(100 * value).toFixed(1)} % (${groups[at]?.length ?? 0})`,
          )
          const [light = 0, , dark = 0] = means
          rows.push(
            `| ${style}, ${figure}, ${set} | ${cells.join(' | ')} | ${(dark / light).toFixed(2)} |`,
          )
        }
      }
    }
    writeQualitySection(
      'Sketch of skin',
      [
        'At 1024 px, strength 0.7: bare skin of faces wider than 60 px, of all photographs of',
        '`portrait/faces` and `portrait/masks`; light, middle and dark by its lightness in the',
        'photograph, be it the skin or the light that makes it so. *Strokes* is the share of the skin',
        'that is darker than the paper by 0.2, *ink* its mean darkness; the number of faces stands',
        'beside. Dark and light should differ by less than a quarter in the same light: *evenly lit* are',
        `faces whose log luma has less than ${EVEN_LIGHT} from its middle to its 15th and 85th percentile.`,
        'Faces in a dim or hard light, most of the dark ones here, are shaded as they are lit.',
        '',
        '| | light | middle | dark | dark to light |',
        '|---|---|---|---|---|',
        ...rows,
      ].join('\n'),
    )
  })
})
