import { type Fault, outcomeOf, StampaError, unwrap } from '../../../errors.ts'
import { createPlane, planeSink } from '../../../pixels/pixels.ts'
import type { Plane } from '../../../pixels/raster.ts'
import { strokesOf } from '../../brush-strokes.ts'
import { KeptOfPictures } from '../../kept-of-pictures.ts'
import { sessionIfAny } from '../../network-for.ts'
import { detectFacesBy } from '../../portrait/detect-faces.ts'
import { segmentBodyBy } from '../../portrait/segment-body.ts'
import { segmentPersonBy } from '../../portrait/segment-person.ts'
import type { InferenceSession } from '../../tool.ts'
import type { RunTool, ToolJob } from '../../tool-definition.ts'
import { floodedBy } from './brush/flooded.ts'
import {
  type FoundSubject,
  findPeople,
  matteOfSubject,
  PREVIEW_MATTING_PX,
  QUICK_MATTING_PX,
} from './cut-out.ts'
import { applyMatte, type CutOutSettings, PREVIEW_LAYERS_PX } from './foreground/apply-matte.ts'
import { placesOf } from './left-out.ts'
import { findThings } from './things/find-things.ts'
import { segmentThingsBy } from './things/segment-things.ts'

/** What stays of the photo. */
interface Chosen {
  readonly subject: 'people' | 'mended' | 'painted'
  readonly strokes: string
  readonly leftOut: string
  readonly sought: 'people' | 'things'
  readonly thingsOut: string
}

type Settings = CutOutSettings & Chosen

export const run: RunTool<Settings> = async (job, settings) => {
  const { env, source, openSink, ratio, previews } = job
  const { matte, things = null } = await matteOf(job, settings)
  const sink = openSink(source.widthPx, source.heightPx)
  const layersPx = previews && PREVIEW_LAYERS_PX
  await applyMatte(env, source, matte, scaledSettings(settings, ratio), sink, layersPx)
  return { matte, things }
}

/** Up to this size, which a preview has, what is found and mattes are kept: the next slider or stroke asks for them again. */
const KEPT_PX = 4_200_000
const mattes = new KeptOfPictures<Made>(1)
const found = new KeptOfPictures<FoundSubject>(1)

/** A matte, and the things that it may hold where it holds no people. */
interface Made {
  readonly matte: Plane
  readonly things: FoundSubject['things']
}

/** The matte of what is chosen. @throws StampaError see {@link findPeople}, {@link floodedBy} */
async function matteOf(job: ToolJob, chosen: Chosen): Promise<Made> {
  const { widthPx: width, heightPx: height } = job.source
  const { subject, sought, leftOut, thingsOut } = chosen
  const whose = `${sought}:${leftOut}:${thingsOut}`
  // What is not asked for decides nothing.
  const strokes = subject === 'people' ? '' : chosen.strokes
  const seenOnce = () => foundIn(job, chosen)
  if (width * height > KEPT_PX) return await madeMatte(job, subject, strokes, seenOnce)
  const picture = job.source.read({ x: 0, y: 0, width, height })
  const asked = subject === 'painted' ? `;${strokes}` : `${whose};${strokes}`
  if (job.isQuick) {
    // It is looked at until the fine one is there, and is none where that is known.
    const fine = mattes.known(job.memory, picture, asked)
    return fine ?? (await madeMatte(job, subject, strokes, seenOnce))
  }
  const seen = () => found.of(job.memory, picture, seenOnce, whose)
  const make = () => madeMatte(job, subject, strokes, seen)
  return await mattes.of(job.memory, picture, make, asked)
}

async function madeMatte(
  { env, source, memory, previews, isQuick = false }: ToolJob,
  subject: Chosen['subject'],
  written: string,
  seen: () => Promise<FoundSubject>,
): Promise<Made> {
  const strokes = strokesOf(written)
  const networks = subject === 'painted' ? null : await seen()
  const stays =
    networks !== null && strokes.length === 0
      ? networks
      : await floodedBy(env, source, strokes, networks, memory)
  const matte = createPlane(source.widthPx, source.heightPx)
  const longSidePx = isQuick ? QUICK_MATTING_PX : previews && PREVIEW_MATTING_PX
  await matteOfSubject(env, source, stays, planeSink(matte), longSidePx)
  return { matte, things: stays.things }
}

/**
 * Who or what a photo is about.
 * @throws StampaError see {@link findPeople}, also where nothing stands out instead; {@link findThings}, also
 *   where nobody is found and land alone stands out
 */
async function foundIn(job: ToolJob, chosen: Chosen): Promise<FoundSubject> {
  const { sought, leftOut, thingsOut } = chosen
  const network = 'thing/mask'
  if (sought === 'things') {
    const session = await job.networks([network])
    return await thingsOf(job, session(network), thingsOut)
  }
  const people = await outcomeOf(() => peopleOf(job, leftOut))
  if (people.ok || leftOut !== '' || !isNobody(people.fault)) return unwrap(people)
  // The fine preview follows at once, and the network takes as long for either.
  const session = job.isQuick ? null : await sessionIfAny(job, network)
  if (session === null) return unwrap(people)
  const things = await outcomeOf(() => thingsOf(job, session, thingsOut))
  if (!things.ok && things.fault.code === 'nothing-stands-out') return unwrap(people)
  const seen = unwrap(things)
  // It is taken where it is asked for.
  if (seen.isLand) throw new StampaError('nothing-stands-out')
  return seen
}

const isNobody = ({ code }: Fault): boolean => code === 'no-face' || code === 'person-not-found'

const thingsOf = async (job: ToolJob, session: InferenceSession, leftOut: string) =>
  await findThings(job.env, job.source, segmentThingsBy(session), {
    leftOut: placesOf(leftOut),
    memory: job.memory,
    copyOf: job.copyOf,
  })

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
