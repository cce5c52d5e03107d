import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { Raster } from '#core/pixels/raster.ts'
import { runTool } from '#server/imaging/run-tool.ts'
import { bareJob } from '../../fixtures/bare-job.ts'
import { ball, ballsOnLawn, landscape } from '../imaging/made-pictures.ts'

async function fileOf({ widthPx: width, heightPx: height, rgba }: Raster) {
  const raw = { width, height, channels: 4 } as const
  return new Uint8Array(await sharp(rgba, { raw }).png().toBuffer())
}

it('a cut-out on the server says which things it took where nobody is, and other tools say nothing', async () => {
  const cut = { tool: 'cut-out', settings: {}, photo: await fileOf(ballsOnLawn()) } as const
  const { things, matte } = await runTool(cut, bareJob)
  expect(matte).not.toBeNull()
  const places = (things ?? []).map(({ place }) => [place.x * 400, place.y * 400])
  expect(places).toHaveLength(2)
  const [largest = []] = places
  expect(
    Math.hypot((largest[0] ?? 0) - ball.right.x, (largest[1] ?? 0) - ball.right.y),
  ).toBeLessThan(9)
  const settings = { style: 'ink', strength: 0.5 }
  const ink = { tool: 'sketch', settings, photo: await fileOf(landscape(90, 60)) } as const
  expect((await runTool(ink, bareJob)).things).toBeNull()
}, 60_000)
