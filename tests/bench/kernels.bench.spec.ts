import { expect, test } from 'playwright/test'
import { z } from 'zod'
import { openHarness } from '../browser/harness-page.ts'
import { writeBenchSection } from './report.ts'

const timesSchema = z.array(
  z.object({
    kernel: z.string(),
    oursMs: z.number(),
    peerMs: z.number().nullable(),
    peer: z.string(),
  }),
)

test('every kernel beside OpenCV.js', async ({ page }) => {
  await openHarness(page, 'kernel-bench')
  const times = timesSchema.parse(
    await page.evaluate(() => Reflect.get(globalThis, 'benchKernels')()),
  )
  expect(times.length).toBeGreaterThanOrEqual(15)
  writeBenchSection(
    'Kernels, 2048 x 2048',
    [
      'Median of eleven warm runs in one worker, one thread each, by turns; copies into and out of WebAssembly are counted on both',
      'sides. A ratio over 1 says how many times faster ours is: ours are built with SIMD, the OpenCV.js on npm is not. From a sigma',
      'of 8 ours is three boxes, not a Gaussian. Ours weighs colours by alpha where it resizes or blurs. The bilateral filter is',
      "another method for the end of the domain transform. Our disc of 2 px covers 21 pixels, OpenCV's ellipse of 5 covers 17.",
      '',
      '| kernel | ours | OpenCV.js | ratio | OpenCV call |',
      '|---|---|---|---|---|',
      ...times.map(({ kernel, oursMs, peerMs, peer }) =>
        peerMs === null
          ? `| ${kernel} | ${oursMs.toFixed(1)} ms | | no counterpart | ${peer} |`
          : `| ${kernel} | ${oursMs.toFixed(1)} ms | ${peerMs.toFixed(1)} ms | ${(peerMs / oursMs).toFixed(2)} | ${peer} |`,
      ),
    ].join('\n'),
  )
})
