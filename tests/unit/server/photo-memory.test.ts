import sharp from 'sharp'
import { expect, it, vi } from 'vitest'
import type { RunTool } from '#core/imaging/tool-definition.ts'
import { sketch } from '#core/imaging/tools/sketch/tool.ts'
import { runTool } from '#server/imaging/run-tool.ts'
import { landscape, testJob } from '../imaging/made-pictures.ts'

it('what a tool finds in a photo is kept for one job of the server alone', async () => {
  const memories: object[] = []
  const run: RunTool<unknown> = async ({ source, openSink, memory }) => {
    memories.push(memory)
    const { widthPx, heightPx } = source
    const pixels = source.read({ x: 0, y: 0, width: widthPx, height: heightPx })
    await openSink(widthPx, heightPx).write(0, pixels)
    return null
  }
  const load = vi.spyOn(sketch, 'load').mockResolvedValue({ run })
  const raw = { width: 40, height: 30, channels: 4 } as const
  const { rgba } = landscape(40, 30)
  const photo = new Uint8Array(await sharp(rgba, { raw }).jpeg().toBuffer())
  for (const _ of [1, 2]) await runTool({ tool: 'sketch', photo, settings: {} }, testJob())
  load.mockRestore()
  expect(memories).toHaveLength(2)
  expect(memories[0]).not.toBe(memories[1])
})
