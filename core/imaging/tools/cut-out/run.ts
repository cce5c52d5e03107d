import { createPlane, planeSink } from '../../../pixels/pixels.ts'
import type { Plane } from '../../../pixels/raster.ts'
import { strokesOf } from '../../brush-strokes.ts'
import { KeptOfPictures } from '../../kept-of-pictures.ts'
import { detectFacesBy } from '../../portrait/detect-faces.ts'
import { segmentBodyBy } from '../../portrait/segment-body.ts'
import { segmentPersonBy } from '../../portrait/segment-person.ts'
import type { RunTool, ToolJob } from '../../tool-definition.ts'
import { applyMatte, type CutOutSettings, PREVIEW_LAYERS_PX } from './apply-matte.ts'
import { floodedBy } from './brush/flooded.ts'

import {
  type FoundPeople,
  findPeople,
  matteOfPeople,
  PREVIEW_MATTING_PX,
  QUICK_MATTING_PX,
} from './cut-out.ts'
import { placesOf } from './left-out.ts'

/** What stays of the photo. */
interface Chosen {
  readonly subject: 'people' | 'mended' | 'painted'
  readonly strokes: string
  readonly leftOut: string
}

type Settings = CutOutSettings & Chosen

export const run: RunTool<Settings> = async (job, settings) => {
  const { env, source, openSink, ratio, previews } = job
  const matte = await matteOf(job, settings)
  const sink = openSink(source.widthPx, source.heightPx)
  const layersPx = previews && PREVIEW_LAYERS_PX
  await applyMatte(env, source, matte, scaledSettings(settings, ratio), sink, layersPx)
  return matte
}

/** Up to this size, which a preview has, people and mattes are kept: the next slider or stroke asks for them again. */
const KEPT_PX = 4_200_000
const mattes = new KeptOfPictures<Plane>(1)
const found = new KeptOfPictures<FoundPeople>(1)

/** The matte of what is chosen. @throws StampaError see {@link findPeople}, {@link floodedBy} */
async function matteOf(job: ToolJob, chosen: Chosen): Promise<Plane> {
  const { widthPx: width, heightPx: height } = job.source
  const { subject, leftOut } = chosen
  // What is not asked for decides nothing.
  const strokes = subject === 'people' ? '' : chosen.strokes
  const peopleOnce = () => peopleOf(job, leftOut)
  if (width * height > KEPT_PX) return await madeMatte(job, subject, strokes, peopleOnce)
  const picture = job.source.read({ x: 0, y: 0, width, height })
  const asked = subject === 'painted' ? `;${strokes}` : `${leftOut};${strokes}`
  if (job.isQuick) {
    // It is looked at until the fine one is there, and is none where that is known.
    const fine = mattes.known(job.memory, picture, asked)
    return fine ?? (await madeMatte(job, subject, strokes, peopleOnce))
  }
  const people = () => found.of(job.memory, picture, peopleOnce, leftOut)
  const make = () => madeMatte(job, subject, strokes, people)
  return await mattes.of(job.memory, picture, make, asked)
}

async function madeMatte(
  { env, source, memory, previews, isQuick = false }: ToolJob,
  subject: Chosen['subject'],
  written: string,
  people: () => Promise<FoundPeople>,
): Promise<Plane> {
  const strokes = strokesOf(written)
  const networks = subject === 'painted' ? null : await people()
  const stays =
    networks !== null && strokes.length === 0
      ? networks
      : await floodedBy(env, source, strokes, networks, memory)
  const matte = createPlane(source.widthPx, source.heightPx)
  const longSidePx = isQuick ? QUICK_MATTING_PX : previews && PREVIEW_MATTING_PX
  await matteOfPeople(env, source, stays, planeSink(matte), longSidePx)
  return matte
}

async function peopleOf(job: ToolJob, leftOut: string) {
  const { env, source, networks, ratio, memory, copyOf, isQuick = false } = job
  const session = await networks(['face/detect', 'person/mask', 'person/body'])
  const models = {
    detectFaces: detectFacesBy(session('face/detect')),
    segmentPerson: segmentPersonBy(session('person/mask')),
    segmentBody: segmentBodyBy(session('person/body')),
  }
  return await findPeople(env, source, models, {
    ratio,
    leftOut: placesOf(leftOut),
    isQuick,
    // What is seen at a glance is not what the photo is known by.
    memory: isQuick ? undefined : memory,
    copyOf,
  })
}

/** Lengths in px of the photo, in px of a copy of it. */
export const scaledSettings = <Settings extends CutOutSettings>(
  settings: Settings,
  ratio: number,
): Settings => ({
  ...settings,
  featherPx: settings.featherPx * ratio,
  chokePx: settings.chokePx * ratio,
})
