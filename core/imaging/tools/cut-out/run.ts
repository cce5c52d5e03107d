import { createPlane, planeSink } from '../../../pixels/pixels.ts'
import type { Plane } from '../../../pixels/raster.ts'
import { KeptOfPictures } from '../../kept-of-pictures.ts'
import { detectFacesBy } from '../../portrait/detect-faces.ts'
import { segmentBodyBy } from '../../portrait/segment-body.ts'
import { segmentPersonBy } from '../../portrait/segment-person.ts'
import type { RunTool, ToolJob } from '../../tool-definition.ts'
import { applyMatte, type CutOutSettings } from './apply-matte.ts'
import { findPeople, matteOfPeople } from './cut-out.ts'
import { placesOf } from './left-out.ts'

interface Settings extends CutOutSettings {
  readonly leftOut: string
}

export const run: RunTool<Settings> = async (job, settings) => {
  const { env, source, openSink, ratio } = job
  const matte = await matteOf(job, settings)
  const sink = openSink(source.widthPx, source.heightPx)
  await applyMatte(env, source, matte, scaledSettings(settings, ratio), sink)
  return matte
}

/** Up to this size, which a preview has, a matte is kept: a slider that is moved asks for it again. */
const KEPT_PX = 4_200_000
const mattes = new KeptOfPictures<Plane>(1)

function matteOf(job: ToolJob, { leftOut }: Settings): Promise<Plane> {
  const { widthPx: width, heightPx: height } = job.source
  const make = () => madeMatte(job, leftOut)
  if (width * height > KEPT_PX) return make()
  const picture = job.source.read({ x: 0, y: 0, width, height })
  return mattes.of(job.memory, picture, make, leftOut)
}

async function madeMatte({ env, source, networks, ratio }: ToolJob, leftOut: string) {
  const session = await networks(['face/detect', 'person/mask', 'person/body'])
  const models = {
    detectFaces: detectFacesBy(session('face/detect')),
    segmentPerson: segmentPersonBy(session('person/mask')),
    segmentBody: segmentBodyBy(session('person/body')),
  }
  const people = await findPeople(env, source, models, { ratio, leftOut: placesOf(leftOut) })
  const matte = createPlane(source.widthPx, source.heightPx)
  await matteOfPeople(env, source, people, planeSink(matte))
  return matte
}

/** Lengths in px of the photo, in px of a copy of it. */
export const scaledSettings = (settings: CutOutSettings, ratio: number): CutOutSettings => ({
  ...settings,
  featherPx: settings.featherPx * ratio,
  chokePx: settings.chokePx * ratio,
})
