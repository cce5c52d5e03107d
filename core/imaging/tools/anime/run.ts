import type { RunTool } from '../../tool-definition.ts'
import { type AnimeSettings, anime } from './anime.ts'

export const run: RunTool<AnimeSettings> = async ({ env, source, openSink }, settings) => {
  await anime(env, source, settings, openSink(source.widthPx, source.heightPx))
  return null
}
