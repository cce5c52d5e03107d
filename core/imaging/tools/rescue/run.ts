import { sessionIfAny } from '../../network-for.ts'
import type { RunTool } from '../../tool-definition.ts'
import { type RescueSettings, rescue } from './rescue.ts'

export const run: RunTool<RescueSettings> = async (job, settings) => {
  const { source, openSink, memory } = job
  const env = {
    ...job.env,
    findGuess: () => sessionIfAny(job, 'rescue/hole'),
    findPeople: () => sessionIfAny(job, 'person/mask'),
  }
  const findNetwork = () => sessionIfAny(job, 'rescue/sheet')
  await rescue(env, source, settings, openSink, { memory, findNetwork })
  return null
}
