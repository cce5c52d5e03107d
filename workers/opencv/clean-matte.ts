import type { Plane } from '#core/pixels/raster.ts'
import type { Job } from '../job-registry.ts'
import type { CleanSettings } from './api.ts'
import { composed, matteBlocks } from './blocks.ts'
import { chosenComponents, grown } from './components.ts'
import { openCv } from './open-cv.ts'

/** Parts are told apart on at most so many blocks a side, which bounds the memory. */
const LONG_SIDE_BLOCKS = 2048
/** Below this a pixel joins nothing to the subject: 6 % is not seen on a print. */
const SEEN = 16
/** Above this a pixel is the subject's inside. */
const SOLID = 240
/** The soft edge fades below `SEEN` within this share of the matte's longer side. */
const FADE_SHARE = 0.01
const STEPS = 4

/**
 * Removes parts that lie apart and are small, and fills small gaps that the subject encloses. A
 * gap that reaches the matte's border is left: there the photo ends, not the subject.
 * @throws StampaError `cancelled`, or as {@link openCv}
 */
export async function cleanMatte(job: Job, matte: Plane, settings: CleanSettings): Promise<Plane> {
  const cv = await openCv(job)
  const step = async (done: number) => {
    job.report({ stage: 'refine', done, total: STEPS, unit: 'steps' })
    await job.checkpoint()
  }
  await step(0)
  const { support, gaps } = await matteBlocks(matte, LONG_SIDE_BLOCKS, SEEN, SOLID, job)
  await step(1)
  const { chosen: subject, largestBlocks } = chosenComponents(
    cv,
    support,
    8,
    ({ areaBlocks }, largest) => areaBlocks >= settings.islandShare * largest,
  )
  await step(2)
  const fadeBlocks = Math.ceil(FADE_SHARE * Math.max(support.widthBlocks, support.heightBlocks))
  const kept = grown(cv, subject, Math.max(3, fadeBlocks))
  for (let i = 0; i < kept.values.length; i++)
    if (support.values[i] !== subject.values[i]) kept.values[i] = 0
  await step(3)
  const { chosen: holes } = chosenComponents(
    cv,
    gaps,
    4,
    ({ areaBlocks, touchesBorder }) =>
      !touchesBorder && areaBlocks < settings.holeShare * largestBlocks,
  )
  const clean = await composed(matte, kept, grown(cv, holes, 1), job)
  job.report({ stage: 'refine', done: STEPS, total: STEPS, unit: 'steps' })
  return clean
}
