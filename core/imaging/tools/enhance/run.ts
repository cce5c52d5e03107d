import { networkFor } from '../../network-for.ts'
import type { RunTool } from '../../tool-definition.ts'
import { type EnhanceSettings, enhance } from './enhance.ts'

export const run: RunTool<EnhanceSettings> = async (job, settings) => {
  const { env, source, openSink } = job
  const { session } = await networkFor(job, 'enhance/colour')
  await enhance(env, source, settings, session, openSink(source.widthPx, source.heightPx))
  return null
}
