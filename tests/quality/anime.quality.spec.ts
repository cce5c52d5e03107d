import { readdirSync } from 'node:fs'
import { expect, test } from 'playwright/test'
import { type AnimeLookName, animeLooks } from '#core/imaging/tools/anime/looks.ts'
import { photograph, photographsAreHere, photographsMissing } from '../fixtures/photographs.ts'
import { drawnParts } from './anime-figures.ts'
import { figuresOf, type PictureFigures } from './anime-pictures.ts'
import { tones } from './people-of-photographs.ts'
import { mean, writeQualitySection } from './report.ts'

/** Share of a line that must have its stroke for the line to have it. */
const STROKE_SHARE = 0.9

const filesOf = (folder: string, isWanted: (file: string, index: number) => boolean) =>
  readdirSync(photograph(`open/${folder}`))
    .toSorted()
    .filter((file) => !file.startsWith('street'))
    .filter(isWanted)
    .map((file) => `open/${folder}/${file}`)

const isEven = (_: string, index: number) => index % 2 === 0

const sets = {
  /** Looked at while the tool was made. */
  seen: () => [
    ...filesOf('portrait/faces', () => true),
    ...filesOf('photos-large/clic2025', () => true),
    ...filesOf('portrait/masks/image', (file, index) => !isEven(file, index)),
  ],
  /** Looked at when it was finished. */
  apart: () => filesOf('portrait/masks/image', isEven),
} as const

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

/** Mean, mean of the worst tenth, worst; the worst are the lowest, or the highest. */
function spread(values: readonly number[], worst: 'low' | 'high', text: (v: number) => string) {
  const sorted = values.toSorted((a, b) => (worst === 'low' ? a - b : b - a))
  const tenth = sorted.slice(0, Math.max(1, Math.ceil(sorted.length / 10)))
  return [mean(sorted), mean(tenth), sorted[0] ?? 0].map(text).join(' / ')
}

function rowsOf(of: string, look: AnimeLookName, pictures: readonly PictureFigures[]): string[] {
  const faces = pictures.flatMap((picture) => picture.faces)
  const sum = (value: (figures: PictureFigures) => number) =>
    pictures.reduce((all, figures) => all + value(figures), 0)
  const strokes = drawnParts.map((part) => {
    const good = faces.filter((face) => face.strokes[part] >= STROKE_SHARE).length
    return `${part} ${percent(good / Math.max(1, faces.length))}`
  })
  const skins = tones.map(([tone, isTone]) => {
    const own = faces.flatMap(({ skin }) => (skin !== null && isTone(skin.light) ? [skin] : []))
    if (own.length === 0) return `${tone}: none`
    const light = spread(
      own.map(({ apart }) => apart),
      'high',
      (v) => v.toFixed(3),
    )
    const hue = spread(
      own.flatMap(({ hue: each }) => (each === null ? [] : [each])),
      'high',
      (v) => v.toFixed(1),
    )
    const cheeks = own.map((each) => each.cheeks)
    const darker = spread(cheeks, 'low', (v) => v.toFixed(3))
    return `${tone} (${own.length}): ${light}; ${hue}; ${darker}`
  })
  const flat = (values: readonly number[]) => spread(values, 'low', percent)
  const cells = [
    `${of}, ${look}`,
    flat(pictures.map((picture) => picture.flat)),
    flat(faces.map((face) => face.flat)),
    skins.join('<br>'),
    strokes.join('<br>'),
    `${percent(
      sum(({ after }) => after) /
        Math.max(
          1,
          sum(({ before }) => before),
        ),
    )}, ${percent(
      sum(({ afterFaintly }) => afterFaintly) /
        Math.max(
          1,
          sum(({ before }) => before),
        ),
    )}`,
  ]
  return [`| ${cells.join(' | ')} |`]
}

const looks: readonly AnimeLookName[] = ['soft', 'bold', 'pop']

test.describe('the anime tool', () => {
  test.skip(!photographsAreHere, photographsMissing)

  test('paints flat, keeps skin, draws where a face is, and leaves it to be found', async () => {
    const rows: string[] = []
    const counts: string[] = []
    for (const [name, pathsOf] of Object.entries(sets)) {
      const pictures: (readonly PictureFigures[])[] = []
      for (const path of pathsOf()) {
        const figures = await figuresOf(path, looks)
        if (figures !== null) pictures.push(figures)
      }
      expect(pictures.length).toBeGreaterThan(30)
      looks.forEach((look, at) => {
        const own = pictures.flatMap((figures) => figures[at] ?? [])
        const faces = own.flatMap((each) => each.faces)
        counts.push(`${name}, ${look}: ${own.length} pictures, ${faces.length} faces`)
        rows.push(...rowsOf(name, look, own))
      })
    }
    expect(Object.keys(animeLooks).toSorted()).toEqual(looks.toSorted())
    writeQualitySection(
      'Anime style',
      [
        'At 1024 px, strength 0.8, proportions 0.5; smaller photographs are enlarged to it first. *Seen* was looked at, *apart*',
        '(every second `person-*` of `portrait/masks`, from the first on) was not. Three values are mean / worst tenth / worst.',
        '',
        '- **Flat**: 7 x 7 windows whose OKLab lightness differs by less than 0.01, of the picture and of the ovals of faces wider than 60 px.',
        '- **Skin**: how far its mean lightness moves; how far its hue, in degrees; how much lighter cheeks and nose are. Number of faces in brackets.',
        '- **Strokes**: faces whose line has its stroke within 2 px along 90 % of it. A stroke is the nearest place darker by 0.03 than the lightest',
        '  within 0.05 face widths. Of an open mouth both rims count; a hidden jaw counts as missing.',
        '- **Found**: faces that the detector finds again at its own threshold of 0.6, and at 0.3.',
        '',
        counts.join('; '),
        '',
        '| | flat | flat in faces | skin: lightness; hue; cheeks | strokes | found |',
        '|---|---|---|---|---|---|',
        ...rows,
      ].join('\n'),
    )
  })
})
