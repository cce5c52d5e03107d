import { expect, test } from 'playwright/test'
import { z } from 'zod'
import { openHarness } from '../browser/harness-page.ts'
import { writeBenchSection } from './report.ts'

const timesSchema = z.object({
  threads: z.number(),
  rounds: z.number(),
  plain: z.array(z.object({ convolutions: z.number(), gflops: z.number() })),
  networks: z.array(
    z.object({ name: z.string(), gflops: z.number(), gflop: z.number(), photoMs: z.number() }),
  ),
})

test('super-resolution networks beside a plain convolution', async ({ page }) => {
  await openHarness(page, 'network-bench')
  const { threads, rounds, plain, networks } = timesSchema.parse(
    await page.evaluate(() => Reflect.get(globalThis, 'benchNetworks')()),
  )
  expect(networks.length).toBeGreaterThan(0)
  const single = plain.find(({ convolutions }) => convolutions === 1)?.gflops ?? Number.NaN
  const ratio = (gflops: number) => (gflops / single).toFixed(2)
  writeBenchSection(
    'Networks in WebAssembly',
    [
      `onnxruntime-web with ${threads} threads in one worker, by turns, median of ${rounds} rounds once warm. The plain convolution is 3x3, 32`,
      'channels in and out, on 256 x 256; the ratio is to it. A network runs through the shipped tiles over a photo of 1000 x 1000; its',
      'work is two operations for each parameter and each pixel that it is shown, overlaps counted. GFLOP/s count the runtime alone,',
      'copies included; the time of a photo is that of the whole tool without decoding and storing.',
      '',
      '| network | work | GFLOP/s | ratio | one photo |',
      '|---|---|---|---|---|',
      ...plain.map(({ convolutions, gflops }) =>
        convolutions === 1
          ? `| plain convolution | | ${gflops.toFixed(1)} | 1.00 | |`
          : `| ${convolutions} plain convolutions in a row | | ${gflops.toFixed(1)} | ${ratio(gflops)} | |`,
      ),
      ...networks.map(
        ({ name, gflops, gflop, photoMs }) =>
          `| ${name} | ${gflop.toFixed(1)} GFLOP | ${gflops.toFixed(1)} | ${ratio(gflops)} | ${photoMs.toFixed(0)} ms |`,
      ),
    ].join('\n'),
  )
})
