import type { RunTool } from '../../tool-definition.ts'
import { type SketchSettings, sketch } from './sketch.ts'

export const run: RunTool<SketchSettings> = async ({ env, source, openSink }, settings) => {
  await sketch(env, source, settings, openSink(source.widthPx, source.heightPx))
  return null
}
