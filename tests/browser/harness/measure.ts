import { StampaError } from '#core/errors.ts'
import type { ModelRole } from '#core/imaging/models.ts'
import { detectFacesBy } from '#core/imaging/portrait/detect-faces.ts'
import { segmentBodyBy } from '#core/imaging/portrait/segment-body.ts'
import { segmentPersonBy } from '#core/imaging/portrait/segment-person.ts'
import { scaledCopy } from '#core/imaging/scaled-copy.ts'
import type { DetectedFace, DetectFaces, ToolEnvironment } from '#core/imaging/tool.ts'
import { findPeople, matteOfSubject } from '#core/imaging/tools/cut-out/cut-out.ts'
import { findRealFaces, locate } from '#core/imaging/tools/cut-out/people/faces/face-gate.ts'
import type { Kernels } from '#core/kernels/kernels.ts'
import { createPlane, planeSink, rasterSource } from '#core/pixels/pixels.ts'
import type { Plane, Raster } from '#core/pixels/raster.ts'
import { registry } from '#workers/imaging/inference/catalogue.ts'
import { loadOnnx } from '#workers/imaging/inference/onnx.ts'
import { loadKernels } from '#workers/kernels.ts'
import { drawnInput } from '../../fixtures/drawn-input.ts'

/** The networks as shipped, and the cut-out on them, without a worker around: for measuring. */
const MODEL_PX = 256
const OVERVIEW_PX = 1024
const signal = new AbortController().signal

async function networkOf(role: ModelRole) {
  const card = registry.find(role)
  if (card === null) throw new Error(`no model for ${role}`)
  return { card, session: await loadOnnx(card, signal, () => {}) }
}

/** One after the other, for they share a runtime. */
async function load() {
  const kernels = await loadKernels()
  const detectFaces = detectFacesBy((await networkOf('face/detect')).session)
  const segmentPerson = segmentPersonBy((await networkOf('person/mask')).session)
  const segmentBody = segmentBodyBy((await networkOf('person/body')).session)
  return [kernels, { detectFaces, segmentPerson, segmentBody }] as const
}

/** Whoever the detector sees at all: what the gate refuses is measured as well. */
const anyFace: typeof findRealFaces = async (_job, source, overview, { detectFaces }) => ({
  people: (await detectFaces(overview)).map((face) => locate(face, source)),
  bystanders: [],
  doubtful: [],
})

const loaded = load()

const jobWith = (kernels: Kernels): ToolEnvironment => ({
  kernels,
  signal,
  report: () => {},
  checkpoint: async () => {},
})

async function open(url: string): Promise<Raster> {
  const bitmap = await createImageBitmap(await (await fetch(url)).blob())
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('no canvas')
  context.drawImage(bitmap, 0, 0)
  const pixels = context.getImageData(0, 0, width, height).data
  return { widthPx: width, heightPx: height, rgba: new Uint8ClampedArray(pixels) }
}

/** A plane as it crosses to the test: bytes as text. */
export interface SentPlane {
  readonly widthPx: number
  readonly heightPx: number
  readonly base64: string
}

function textOf(bytes: Uint8Array | Uint8ClampedArray): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8192) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  }
  return btoa(binary)
}

const sent = ({ widthPx, heightPx, values }: Plane): SentPlane => ({
  widthPx,
  heightPx,
  base64: textOf(values),
})

const facesIn = async (
  job: ToolEnvironment,
  picture: Raster,
  detectFaces: DetectFaces,
): Promise<readonly DetectedFace[]> =>
  detectFaces(await scaledCopy(job, rasterSource(picture), OVERVIEW_PX))

const errorCode = (thrown: unknown): string => {
  if (thrown instanceof StampaError) return thrown.fault.code
  throw thrown
}

const harness = {
  /** What a network says of a drawn picture. */
  network: async (role: ModelRole): Promise<{ base64: string }> => {
    const card = registry.find(role)
    if (card === null) throw new Error(`no network for ${role}`)
    const session = await loadOnnx(card, signal, () => {})
    const { values } = await session.run(drawnInput(card))
    await session.release()
    return { base64: textOf(new Uint8Array(values.buffer, values.byteOffset, values.byteLength)) }
  },
  /** What the person network says of the whole picture, at its own size. */
  plainMask: async (url: string): Promise<SentPlane> => {
    const [kernels, models] = await loaded
    const picture = await open(url)
    const small = kernels.resizeArea(picture, MODEL_PX, MODEL_PX)
    return sent(await models.segmentPerson(small))
  },
  /** What the person network says of a copy of the picture, at the copy's size. */
  copyMask: async (url: string): Promise<SentPlane> => {
    const [kernels, models] = await loaded
    const copy = await scaledCopy(jobWith(kernels), rasterSource(await open(url)), OVERVIEW_PX)
    return sent(await models.segmentPerson(copy))
  },
  /** Our matte at the picture's size, whatever the face gate says of it. */
  cutOut: async (url: string): Promise<SentPlane> => {
    const [kernels, models] = await loaded
    const picture = await open(url)
    const job = jobWith(kernels)
    const source = rasterSource(picture)
    const matte = createPlane(picture.widthPx, picture.heightPx)
    const people = await findPeople(job, source, models).catch((thrown: unknown) => {
      errorCode(thrown)
      return findPeople(job, source, models, { findFaces: anyFace })
    })
    await matteOfSubject(job, source, people, planeSink(matte))
    return sent(matte)
  },
  /** The detector's faces, before our gate looks at them. */
  faces: async (url: string): Promise<readonly DetectedFace[]> => {
    const [kernels, models] = await loaded
    return facesIn(jobWith(kernels), await open(url), models.detectFaces)
  },
  /** Null where the face gate lets a photo pass, else the code of its refusal. */
  faceGate: async (url: string): Promise<string | null> => {
    const [kernels, models] = await loaded
    const job = jobWith(kernels)
    const source = rasterSource(await open(url))
    try {
      const overview = await scaledCopy(job, source, OVERVIEW_PX)
      await findRealFaces(job, source, overview, models)
      return null
    } catch (thrown) {
      return errorCode(thrown)
    }
  },
}

export type MeasuringPage = typeof harness

declare global {
  interface Window {
    measuringPage: MeasuringPage
  }
}
window.measuringPage = harness
document.body.dataset['ready'] = 'true'
