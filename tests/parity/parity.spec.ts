import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from 'playwright/test'
import sharp from 'sharp'
import type { ModelRole } from '#core/imaging/models.ts'
import { segmentPersonBy } from '#core/imaging/portrait/segment-person.ts'
import { scaledCopy } from '#core/imaging/scaled-copy.ts'
import { rasterSource } from '#core/pixels/pixels.ts'
import { decodePhoto } from '#server/imaging/decode-photo.ts'
import { networksOf } from '#server/imaging/networks.ts'
import { type ImagingPool, openImagingPool } from '#server/imaging/pool.ts'
import type { ToolRequest } from '#workers/imaging/api.ts'
import { openHarness } from '../browser/harness-page.ts'
import { bareJob } from '../fixtures/bare-job.ts'
import { runEveryKernel } from '../fixtures/kernel-runs.ts'
import { kernels } from '../fixtures/kernels.ts'
import { photograph, photographsAreHere, photographsMissing } from '../fixtures/photographs.ts'
import { writeSection } from '../fixtures/sections.ts'
import { openMeasuringPage, received } from '../quality/measuring-page.ts'
import { matteOverlap, meanDifference } from './compare.ts'
import { measuredNetworks, type SentAnswer } from './networks.ts'

const OPENING = `# The browser and the server

Written by \`npm run parity\`: the same photographs, tools and settings in Chromium's worker and in the
server's pool of processes, what each keeps compared pixel by pixel. Bounds: kernels bit for bit, networks
1 of 255, cut-outs an IoU of 0.99, whole tools 2 of 255, on average. Of tools the files that are kept are
compared, decoded: JPEG with its own noise where the result is opaque. Seconds are one machine's under
whatever else it did, the first of each tool with its networks' loading. One photograph alone:
\`npm run parity -- -g NAME\`.
`
const write = (title: string, lines: readonly string[]) =>
  writeSection('docs/parity.md', OPENING, title, lines.join('\n'))

const photos = [
  'open/portrait/faces/cid22-2598024.jpg',
  'open/portrait/faces/cid22-7114620.jpg',
  'open/photos-large/clic2025/11f2b039b293.jpg',
  'open/photos-large/clic2025/100f17892cf7.jpg',
]

interface Tool extends Pick<ToolRequest, 'tool' | 'settings'> {
  /** Instead of the settings that are words. */
  readonly name?: string
}

const corners = '500 800 9500 300 9700 9800 200 9000'
const stroke = '+300 3000 3000 4500 4200 5000 6000'

const anime = (look: string): Tool => ({
  tool: 'anime',
  settings: { look, strength: 0.8, proportions: 0.5 },
})
const tools: readonly Tool[] = [
  { tool: 'cut-out', settings: { featherPx: 1, chokePx: 0, outlineMm: 0 } },
  {
    tool: 'cut-out',
    settings: { subject: 'painted', strokes: stroke, featherPx: 1, chokePx: 0, outlineMm: 0 },
    name: 'cut-out, painted',
  },
  { tool: 'sketch', settings: { style: 'pencil', strength: 0.7 } },
  { tool: 'sketch', settings: { style: 'ink', strength: 0.7 } },
  { tool: 'sketch', settings: { style: 'coloured-pencil', strength: 0.7 } },
  { tool: 'enhance', settings: { strength: 0.7 } },
  anime('soft'),
  anime('bold'),
  anime('pop'),
  { tool: 'super-resolution', settings: { factor: 2 } },
  {
    tool: 'rescue',
    settings: { corners, evenLight: 0.7, brushed: '' },
    name: 'rescue, straightened',
  },
  {
    tool: 'rescue',
    settings: { corners, evenLight: 0.7, brushed: stroke },
    name: 'rescue, a stroke brushed away',
  },
]

const photoFile = async (path: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(photograph(path)))

interface Made {
  readonly result: Uint8Array
  readonly matte: Uint8Array | null
}

const bytesOf = (address: string): Uint8Array =>
  Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')

async function inBrowser(page: Page, path: string, tool: Tool): Promise<Made> {
  const { tool: id, settings } = tool
  const made = await page.evaluate(
    async ([url, request]) => {
      const harness = window.imagingHarness
      const photo = await harness.keep(url)
      const { outcome } = await harness.run({ ...request, photo } as ToolRequest)
      if (!outcome.ok) throw new Error(outcome.fault.code)
      const { result, matte } = outcome.value
      const matteFile = matte === null ? null : await harness.fileOf(matte)
      return { result: await harness.fileOf(result), matte: matteFile }
    },
    [`/photograph/${path}`, { tool: id, settings }] as const,
  )
  return { result: bytesOf(made.result), matte: made.matte === null ? null : bytesOf(made.matte) }
}

const nameOf = ({ tool, settings, name }: Tool): string =>
  name ?? [tool, ...Object.values(settings).filter((value) => typeof value === 'string')].join(', ')
const pictureOf = (path: string): string => path.split('/').at(-1) ?? path

const writeTools = (path: string, rows: readonly string[]) =>
  write(`Tools, ${pictureOf(path)}`, [
    '| tool | px | of 255 | IoU | browser s | server s |',
    '|---|---|---|---|---|---|',
    ...rows,
  ])

const seconds = (ms: number) => (ms / 1000).toFixed(1)

/** One tool on one photograph, there and here. */
async function compare(page: Page, pool: ImagingPool, path: string, tool: Tool) {
  const beganMs = performance.now()
  const there = await inBrowser(page, path, tool)
  const betweenMs = performance.now()
  const photo = await photoFile(path)
  const { signal } = new AbortController()
  const asked = { tool: tool.tool, settings: tool.settings, photo }
  const here = await pool.run(asked, { signal, report: () => {} })
  const endMs = performance.now()
  const difference = await meanDifference(there.result, here.result.bytes)
  expect(there.matte === null, nameOf(tool)).toBe(here.matte === null)
  const overlap =
    there.matte === null || here.matte === null
      ? null
      : await matteOverlap(there.matte, here.matte.bytes)
  const { width, height } = await sharp(here.result.bytes).metadata()
  const figures = `${width} x ${height} | ${difference.toFixed(3)} | ${overlap?.toFixed(4) ?? ''}`
  const times = `${seconds(betweenMs - beganMs)} | ${seconds(endMs - betweenMs)}`
  return { difference, overlap, row: `| ${nameOf(tool)} | ${figures} | ${times} |` }
}

test.describe('the browser and the server', () => {
  test.skip(!photographsAreHere, photographsMissing)

  test('have the same kernels', async ({ page }) => {
    await openHarness(page, 'kernels')
    const seen: unknown = await page.evaluate(() => Reflect.get(globalThis, 'runEveryKernel')())
    const expected = await runEveryKernel(kernels)
    expect(seen).toEqual(expected)
    const count = Object.keys(expected).length
    write('Kernels', [`All ${count} runs of the kernels answer the same bytes.`])
  })

  test('have the same networks', async ({ page }) => {
    await openMeasuringPage(page)
    const rows: string[] = []
    for (const { name, compared } of measuredNetworks) {
      const difference = await compared((role) =>
        page.evaluate<SentAnswer, ModelRole>((asked) => window.measuringPage.network(asked), role),
      )
      rows.push(`| ${name} | ${difference.toFixed(4)} |`)
      expect.soft(difference, name).toBeLessThanOrEqual(1)
    }
    for (const path of photos) {
      const mask = received(
        await page.evaluate((url) => window.measuringPage.copyMask(url), `/photograph/${path}`),
      )
      const photo = await decodePhoto(new Uint8Array(await readFile(photograph(path))), bareJob)
      const copy = await scaledCopy(bareJob, rasterSource(photo), 1024)
      const session = await networksOf(['person/mask'])
      const own = await segmentPersonBy(session('person/mask'))(copy)
      const sum = own.values.reduce((s, v, at) => s + Math.abs(v - (mask.values[at] ?? 0)), 0)
      const difference = sum / own.values.length
      rows.push(`| person mask, ${pictureOf(path)} | ${difference.toFixed(4)} |`)
      expect.soft(difference, path).toBeLessThanOrEqual(1)
    }
    write('Networks', [
      'Mean difference of 255, of each answer’s own range.',
      '',
      '| network | of 255 |',
      '|---|---|',
      ...rows,
    ])
  })

  for (const path of photos) {
    test(`make the same pictures of ${pictureOf(path)}`, async ({ page }) => {
      const pool = openImagingPool()
      await page.route('**/photograph/**', async (route) => {
        const { pathname } = new URL(route.request().url())
        const file = await photoFile(pathname.replace('/photograph/', ''))
        await route.fulfill({ body: Buffer.from(file), contentType: 'image/jpeg' })
      })
      await openHarness(page, 'imaging')
      const rows: string[] = []
      for (const tool of tools) {
        const { difference, overlap, row } = await compare(page, pool, path, tool)
        rows.push(row)
        console.log(row)
        expect.soft(difference, row).toBeLessThanOrEqual(2)
        if (overlap !== null) expect.soft(overlap, row).toBeGreaterThanOrEqual(0.99)
      }
      writeTools(path, rows)
      await pool.close()
    })
  }
})
