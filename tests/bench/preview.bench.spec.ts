import { readFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { expect, test } from 'playwright/test'
import type { PhotoRef } from '#core/design/document.ts'
import type { ToolSettings } from '#core/imaging/tool-definition.ts'
import type { ToolId } from '#core/imaging/tools/table.ts'
import { openHarness } from '../browser/harness-page.ts'
import { median } from '../fixtures/median.ts'
import { photograph, photographsAreHere, photographsMissing } from '../fixtures/photographs.ts'
import { writeBenchSection } from './report.ts'

/** How long a preview takes in the worker, on a photo of 12 MP: the stage shows it a frame later. */
const PORTRAIT = 'open/photos-large/clic2025/11f2b039b293.jpg'
const LONG_SIDE_PX = 3870
const LONG_PX = 720
const MOVES = 5

interface Previewed {
  readonly name: string
  readonly tool: ToolId
  readonly settings: ToolSettings
  /** Undefined: nothing moves, the same is asked for again. */
  readonly slider?: string
  readonly isSlow: boolean
  /** A quick one goes before the first fine one alone. */
  readonly isSlowAtFirst?: boolean
  /** Looked at before it is opened, as the studio does while its customer looks at the tools. */
  readonly isPrepared?: boolean
}

const animeIn = (look: string) => ({
  name: `anime ${look}`,
  tool: 'anime' as const,
  settings: { look, proportions: 0.5 },
  slider: 'strength',
  isSlow: true,
})
const sketchIn = (style: string) => ({
  name: `sketch ${style}`,
  tool: 'sketch' as const,
  settings: { style, background: 'as-it-is' },
  slider: 'strength',
  isSlow: true,
})
const prepared = (tool: Previewed): Previewed => ({
  ...tool,
  name: `${tool.name.split(' ')[0]}, looked at before`,
  settings: {},
  isPrepared: true,
})

const cutOut: Previewed = {
  name: 'cut-out',
  tool: 'cut-out',
  settings: { chokePx: 0, outlineMm: 0, leftOut: '' },
  slider: 'featherPx',
  isSlow: false,
  isSlowAtFirst: true,
}

const tools: readonly Previewed[] = [
  ...['pencil', 'ink', 'coloured-pencil'].map(sketchIn),
  prepared(sketchIn('pencil')),
  ...['soft', 'bold', 'pop'].map(animeIn),
  prepared(animeIn('soft')),
  { name: 'enhance', tool: 'enhance', settings: {}, slider: 'strength', isSlow: false },
  cutOut,
  prepared(cutOut),
  {
    name: 'rescue',
    tool: 'rescue',
    settings: { corners: '' },
    slider: 'evenLight',
    isSlow: false,
  },
  { name: 'super-resolution x2', tool: 'super-resolution', settings: { factor: 2 }, isSlow: false },
]

const rows: string[] = []
const looks: string[] = []
const loadOf = () => loadavg()[0] ?? 0
const loadAtFirst = loadOf()

test.describe('previews', () => {
  test.skip(!photographsAreHere, photographsMissing)
  for (const { name, tool, settings, slider, isSlow, ...rest } of tools)
    test(name, async ({ page }) => {
      await page.route('**/photograph/**', async (route) => {
        const body = await readFile(photograph(PORTRAIT))
        await route.fulfill({ body, contentType: 'image/jpeg' })
      })
      const { isSlowAtFirst = false, isPrepared = false } = rest
      await openHarness(page, 'imaging')
      const keep = (sidePx: number) =>
        page.evaluate((px) => window.imagingHarness.keep('/photograph/portrait', px), sidePx)
      /** @param at null for the settings with which a tool opens */
      const timed = (photo: PhotoRef, at: number | null, care: 'quick' | 'fine') =>
        page.evaluate(
          async ({ request, px, how }) => {
            const began = performance.now()
            const { outcome } = await window.imagingHarness.preview(request, px, how)
            if (!outcome.ok) throw new Error(outcome.fault.code)
            return performance.now() - began
          },
          {
            request: {
              tool,
              photo,
              settings:
                slider === undefined || at === null ? settings : { ...settings, [slider]: at },
            },
            px: LONG_PX,
            how: care,
          },
        )
      const first = isSlow || isSlowAtFirst ? 'quick' : 'fine'
      const moved = isSlow ? 'quick' : 'fine'
      // Scripts and networks are there, as on a device that has used the tool.
      await timed(await keep(600), 0.3, first)
      const photo = await keep(LONG_SIDE_PX)
      const decodingMs = await page.evaluate((ref) => window.imagingHarness.decodeMs(ref), photo)
      if (isPrepared) {
        const look = () =>
          page.evaluate(([ref, px]) => window.imagingHarness.prepare(ref, px), [
            photo,
            LONG_PX,
          ] as const)
        const began = Date.now()
        expect(await look()).toMatchObject({ ok: true })
        looks.push(`${((Date.now() - began) / 1000).toFixed(1)} s`)
      }
      const openedMs = await timed(photo, isPrepared ? null : 0.3, first)
      const firstFineMs = isSlowAtFirst ? await timed(photo, 0.3, 'fine') : null
      const moves: number[] = []
      for (let move = 1; move <= MOVES; move++) {
        moves.push(await timed(photo, 0.3 + move / 10, moved))
      }
      const fineMs = isSlow ? await timed(photo, 0.8, 'fine') : firstFineMs
      const fineMoveMs = isSlow ? await timed(photo, 0.6, 'fine') : null
      expect(openedMs).toBeGreaterThan(0)
      const cells = [openedMs, median(moves), fineMs, fineMoveMs, decodingMs].map((ms) =>
        ms === null ? 'the same' : `${ms.toFixed(0)} ms`,
      )
      rows.push(`| ${name} | ${cells.join(' | ')} |`)
    })

  test.afterAll(() => {
    writeBenchSection(
      'Preview of a tool on a photo of 12 MP',
      [
        'In the worker, whose scripts and networks are loaded; the stage shows it a frame later. Opened is',
        'the first preview of a photo, decoding it included; a slider moved is a further one (median of',
        `${MOVES}). Sketch and anime show a quick one first, of a photo decoded small, then a fine one, whose first`,
        'decodes it whole; what was looked at before was decoded small, its people were seen and the quick previews',
        `of cut-out, sketch and anime were made while the customer looked at the tools (${looks.join(', ')});`,
        'cut-out shows a quick one when it is opened, and then fine ones alone. Goals: 1 s',
        'opened, 0.3 s moved. Decoding is the same photo decoded at its full size and each pixel read once.',
        'Load of the machine, of',
        `${cpus().length} cores: ${loadAtFirst.toFixed(1)} at first, ${loadOf().toFixed(1)} at last.`,
        '',
        '| tool | opened | slider moved | fine | fine, moved | decoding |',
        '|---|---|---|---|---|---|',
        ...rows,
      ].join('\n'),
    )
  })
})
