import { madeOr } from '../../../errors.ts'
import { createPlane, planeSink, rasterSource } from '../../../pixels/pixels.ts'
import type { Plane, Raster } from '../../../pixels/raster.ts'
import { onWhite } from '../../../pixels/white-paper.ts'
import { lifted, powerTo } from '../../lift.ts'
import { detectFacesBy } from '../../portrait/detect-faces.ts'
import { segmentBodyBy } from '../../portrait/segment-body.ts'
import { segmentPersonBy } from '../../portrait/segment-person.ts'
import { scaledCopy } from '../../scaled-copy.ts'
import type { ToolJob } from '../../tool-definition.ts'
import { findPeople, matteOfSubject } from '../cut-out/cut-out.ts'

/** People are cut out of a copy of this size. */
const MATTE_LONG_SIDE_PX = 1280
/** Median luma that a dark photo is lifted to, and how far at most: networks lose hair in the dark. */
const MIDDLE_LUMA = 0.35
const LEAST_POWER = 0.45

/**
 * The matte of the people a photo is about, hair and all, as the cut-out finds them; null where it
 * is sure of nobody, or this device cannot look.
 * @param copy of the job's photo
 */
export const matteOfPeopleIn = (job: ToolJob, copy: Raster): Promise<Plane | null> =>
  madeOr(null, () => madeMatte(job, copy))

async function madeMatte({ env, networks, ratio, source }: ToolJob, copy: Raster): Promise<Plane> {
  const session = await networks(['face/detect', 'person/mask', 'person/body'])
  const small = onWhite(await scaledCopy(env, rasterSource(copy), MATTE_LONG_SIDE_PX))
  const light = rasterSource(lifted(small, powerTo(small, MIDDLE_LUMA, LEAST_POWER)))
  const models = {
    detectFaces: detectFacesBy(session('face/detect')),
    segmentPerson: segmentPersonBy(session('person/mask')),
    segmentBody: segmentBodyBy(session('person/body')),
  }
  const scale = (ratio * small.widthPx) / source.widthPx
  const people = await findPeople(env, light, models, { ratio: scale, isLit: true })
  const matte = createPlane(small.widthPx, small.heightPx)
  await matteOfSubject(env, light, people, planeSink(matte), MATTE_LONG_SIDE_PX)
  return matte
}
