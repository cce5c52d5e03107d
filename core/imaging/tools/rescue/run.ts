import type { RunTool } from '../../tool-definition.ts'
import { type RescueSettings, rescue } from './rescue.ts'

export const run: RunTool<RescueSettings> = async ({ env, source, openSink, memory }, settings) => {
  await rescue(env, source, settings, openSink, undefined, memory)
  return null
}
