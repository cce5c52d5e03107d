import type { RunTool } from '../../tool-definition.ts'
import { type RescueSettings, rescue } from './rescue.ts'

export const run: RunTool<RescueSettings> = async ({ env, source, openSink }, settings) => {
  await rescue(env, source, settings, openSink)
  return null
}
