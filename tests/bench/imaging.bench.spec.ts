import { readFile } from 'node:fs/promises'
import { type BrowserContext, expect, type Page, test } from 'playwright/test'
import type { PhotoRef } from '#core/design/document.ts'
import type { AnimeLookName } from '#core/imaging/tools/anime/looks.ts'
import { type Corners, cornersText } from '#core/imaging/tools/rescue/corners.ts'
import type { SketchStyle } from '#core/kernels/sketch-rows.ts'
import type { ToolRequest } from '#workers/imaging/api.ts'
import { openHarness } from '../browser/harness-page.ts'
import { median } from '../fixtures/median.ts'
import { photograph, photographsAreHere, photographsMissing } from '../fixtures/photographs.ts'
import { peakMemoryMb, withPeakMemory } from './memory.ts'
import { writeBenchSection } from './report.ts'
import { sharesOf, stageTimes } from './stage-times.ts'

/** Time and peak memory of each tool on 1, 12 and 48 megapixels, beside decoding the same photo. */
const PORTRAIT = 'open/photos-large/clic2025/11f2b039b293.jpg'
/** Rounds are run until one of these is reached. */
const ROUNDS_MAX = 5
const ROUNDS_MS = 4000
const sizes = [
  { name: '1 MP', longSidePx: 1120 },
  { name: '12 MP', longSidePx: 3870 },
  { name: '48 MP', longSidePx: 7750 },
]

interface ToolRun {
  readonly name: string
  readonly request: (photo: PhotoRef) => ToolRequest
  /** Sizes it is measured on; all where none are named. */
  readonly sizes?: readonly string[]
}

/** A sheet that was photographed from one side and turned a little. */
const tilted: Corners = [
  { x: 0.04, y: 0.06 },
  { x: 0.97, y: 0.03 },
  { x: 0.94, y: 0.98 },
  { x: 0.02, y: 0.93 },
]

const sketch = (style: SketchStyle): ToolRun => ({
  name: `sketch ${style}`,
  request: (photo) => ({ tool: 'sketch', photo, settings: { style, strength: 0.5 } }),
})
const anime = (look: AnimeLookName): ToolRun => ({
  name: `anime ${look}`,
  request: (photo) => ({
    tool: 'anime',
    photo,
    settings: { look, strength: 0.5, proportions: 0.5 },
  }),
})
const tools: readonly ToolRun[] = [
  {
    name: 'cut-out',
    request: (photo) => ({
      tool: 'cut-out',
      photo,
      settings: { featherPx: 0, chokePx: 0, outlineMm: 0 },
    }),
  },
  sketch('pencil'),
  sketch('ink'),
  sketch('coloured-pencil'),
  anime('soft'),
  anime('bold'),
  anime('pop'),
  {
    name: 'enhance',
    request: (photo) => ({ tool: 'enhance', photo, settings: { strength: 1 } }),
  },
  {
    name: 'rescue',
    request: (photo) => ({
      tool: 'rescue',
      photo,
      settings: { corners: cornersText(tilted), evenLight: 1, brushed: '' },
    }),
  },
  {
    name: 'super-resolution x2',
    request: (photo) => ({
      tool: 'super-resolution',
      photo,
      settings: { factor: 2 },
    }),
    sizes: ['1 MP'],
  },
]

/** A page of its own where the photograph is answered: what happens in it is no tool's memory. */
async function inOwnPage<T>(context: BrowserContext, work: (page: Page) => Promise<T>): Promise<T> {
  const page = await context.newPage()
  await page.route('**/photograph/**', async (route) => {
    await route.fulfill({ body: await readFile(photograph(PORTRAIT)), contentType: 'image/jpeg' })
  })
  await openHarness(page, 'imaging')
  const done = await work(page)
  await page.close()
  return done
}

const keepPhotograph = (page: Page, longSidePx: number): Promise<PhotoRef> =>
  page.evaluate((side) => window.imagingHarness.keep('/photograph/portrait', side), longSidePx)

/** One run: whether it went well, its time, the part between decoding and encoding, its stages. */
async function runOnce(page: Page, request: ToolRequest) {
  const { fault, ms, reports, reportedAtMs } = await page.evaluate(async (asked) => {
    const start = performance.now()
    const { outcome, ...reported } = await window.imagingHarness.run(asked)
    const ms = performance.now() - start
    return { fault: outcome.ok ? null : outcome.fault.code, ms, ...reported }
  }, request)
  const decoded = reports.findLastIndex(({ stage }) => stage === 'decode')
  const encoding = reports.findIndex(({ stage }) => stage === 'encode')
  const workMs = (reportedAtMs[encoding] ?? ms) - (reportedAtMs[decoded] ?? 0)
  return { fault, ms, workMs, stages: stageTimes(reports, reportedAtMs, ms) }
}

/** The tool and decoding by turns, so that both meet the same weather on the machine: medians. */
async function inRounds(page: Page, request: ToolRequest) {
  const runs: Awaited<ReturnType<typeof runOnce>>[] = []
  const decodings: number[] = []
  const began = performance.now()
  do {
    runs.push(await runOnce(page, request))
    decodings.push(await page.evaluate((ref) => window.imagingHarness.decodeMs(ref), request.photo))
  } while (runs.length < ROUNDS_MAX && performance.now() - began < ROUNDS_MS)
  const ms = median(runs.map((run) => run.ms))
  return {
    faults: runs.flatMap(({ fault }) => fault ?? []),
    ms,
    stages: runs.find((run) => run.ms === ms)?.stages ?? new Map(),
    workMs: median(runs.map(({ workMs }) => workMs)),
    decodingMs: median(decodings),
  }
}

let probed = ''
const rows: string[] = []
const stageRows: string[] = []
/**
 * Work to decoding as it was on the day when its stages were first taken apart (commit 9d8030e), at 1,
 * 12 and 48 megapixels; the ratio is the same machine's then, and so compares where seconds do not.
 */
const ratiosThen: Readonly<Record<string, readonly number[]>> = {
  'cut-out': [160.64, 36.34, 9.21],
  'sketch pencil': [44.5, 27.63, 7.97],
  'sketch ink': [35.81, 19.01, 8.78],
  'sketch coloured-pencil': [54.45, 34.28, 9.4],
  'anime soft': [129.41, 31.41, 8.92],
  'anime bold': [152.16, 27.96, 8.47],
  enhance: [2.84, 0.88, 0.36],
  'super-resolution x2': [134.03],
}
const ratioThen = (tool: string, size: string): string =>
  ratiosThen[tool]?.[sizes.findIndex(({ name }) => name === size)]?.toFixed(1) ?? ''

test.describe('imaging tools', () => {
  test.skip(!photographsAreHere, photographsMissing)
  test('the probe of this device', async ({ page }) => {
    await openHarness(page, 'imaging')
    const probe = () => page.evaluate(() => window.imagingHarness.probe('super-resolution'))
    await probe()
    const outcome = await probe()
    if (!outcome.ok) throw new Error(outcome.fault.code)
    const { kernelMs, networkMs } = outcome.value.figures
    probed = `kernel ${kernelMs?.toFixed(1)} ms, network ${networkMs?.toFixed(1)} ms`
  })
  for (const size of sizes)
    for (const tool of tools.filter((one) => one.sizes?.includes(size.name) ?? true))
      test(`${tool.name} on ${size.name}`, async ({ context, page, browser }) => {
        const { photo, megabytes } = await inOwnPage(context, async (own) => {
          const kept = await keepPhotograph(own, size.longSidePx)
          const stored = await own.evaluate((ref) => window.imagingHarness.megabytesOf(ref), kept)
          return { photo: kept, megabytes: stored }
        })
        await openHarness(page, 'imaging')
        const before = await peakMemoryMb(browser)
        const { answer: first, peakMb } = await withPeakMemory(browser, () =>
          runOnce(page, tool.request(photo)),
        )
        const again = await inRounds(page, tool.request(photo))
        expect([first.fault, ...again.faults]).toEqual([null])
        const times = [first.ms, again.ms, again.workMs, again.decodingMs]
        const cells = [
          tool.name,
          `${size.name}, ${megabytes.toFixed(1)} MB`,
          ...times.map((ms) => `${ms.toFixed(0)} ms`),
          (again.workMs / again.decodingMs).toFixed(2),
          `${before} MB`,
          `${peakMb} MB`,
        ]
        rows.push(`| ${cells.join(' | ')} |`)
        const ratio = (again.workMs / again.decodingMs).toFixed(1)
        const staged = [tool.name, size.name, ratioThen(tool.name, size.name), ratio]
        stageRows.push(`| ${[...staged, sharesOf(again.stages)].join(' | ')} |`)
      })

  test.afterAll(() => {
    writeBenchSection(
      'Image tools on one photograph',
      [
        'The photograph is enlarged and given the grain of a phone. *First*: in a fresh page, networks fetched; *again*: further runs;',
        `*work*: their part between decoding and encoding. *Decoding*: the same photo at full size, each pixel read once, by turns (medians of up to ${ROUNDS_MAX}).`,
        '*Ratio*: work to decoding. *Before*, *peak*: resident memory of the whole page, in the first run. A photo beyond 16.8 MP is worked on at that',
        `size. The probe of device-tier.ts on this machine: ${probed}.`,
        '',
        '| tool | photo | first | again | work | decoding | ratio | before | peak |',
        '|---|---|---|---|---|---|---|---|---|',
        ...rows,
      ].join('\n'),
    )
    writeBenchSection(
      'Stages of the image tools',
      [
        'Of the same runs: work to decoding in November 2026 at commit 9d8030e and now, and how the time of',
        'one run (the median one of those that come again) is spread over what it says that it does.',
        '',
        '| tool | photo | then | now | stages |',
        '|---|---|---|---|---|',
        ...stageRows,
      ].join('\n'),
    )
  })
})
