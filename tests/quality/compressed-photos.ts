import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { ModelRole, Network } from '#core/imaging/models.ts'
import { networksBy } from '#core/imaging/tool-definition.ts'
import { plainShare } from '#core/imaging/tools/super-resolution/plain-share.ts'
import { run } from '#core/imaging/tools/super-resolution/run.ts'
import { enlarge } from '#core/imaging/tools/super-resolution/super-resolution.ts'
import { createRaster, cropRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { bareJob } from '../fixtures/bare-job.ts'
import { photograph } from '../fixtures/photographs.ts'
import { decoded, openCropped, openPicture } from './open-picture.ts'
import { pillowBicubic } from './pillow-bicubic.ts'
import { psnrOfLuma } from './psnr.ts'
import { mean } from './report.ts'
import { noisy } from './spoil.ts'

/** Light that a phone's sensor counts in a pixel of the shrunk picture: noise of 2.6 of 255 in greys. */
const PHOTONS = 2500
/** In a dim room: 5 of 255. */
const FEW_PHOTONS = 600
const FACTOR = 2

/** What a chat program does to a photo. */
interface Fate {
  readonly name: string
  /** Null where it is not stored as JPEG. */
  readonly quality: number | null
  /** Null where it has no noise. */
  readonly photons: number | null
}
const fate = (quality: number | null, photons: number | null): Fate => ({
  name: [
    quality === null ? 'no JPEG' : `quality ${quality}`,
    ...(photons === null ? [] : [photons < PHOTONS ? 'much noise' : 'noise']),
  ].join(', '),
  quality,
  photons,
})
const fates: readonly Fate[] = [
  ...[40, 60, 75, 90, 95].map((quality) => fate(quality, PHOTONS)),
  ...[75, 95].map((quality) => fate(quality, null)),
  ...[PHOTONS, FEW_PHOTONS].map((photons) => fate(null, photons)),
]

interface PictureSet {
  readonly name: string
  readonly files: readonly string[]
}

const filesOf = (...folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) =>
    readdirSync(photograph(join('open', folder)))
      .toSorted()
      .map((file) => photograph(join('open', folder, file))),
  )
const every = (files: readonly string[], step: number, first: number) =>
  files.filter((_, at) => at % step === first)

/** Pictures that were looked at while the network was made, and others that were not: every fourth. */
export const compressedSets = (): readonly PictureSet[] => {
  const large = filesOf('photos-large/clic2025')
  const seen = [...filesOf('sr-test/set14', 'sr-test/kodak'), ...every(large, 2, 0)]
  const apart = [...filesOf('sr-test/bsd100', 'sr-test/cid22'), ...every(large, 2, 1)]
  return [
    { name: 'looked at', files: every(seen, 4, 0) },
    { name: 'kept apart', files: every(apart, 4, 0) },
  ]
}

/** Of pictures that are JPEG themselves: made so small, they hide it. */
const LONG_SIDE_PX = 640

/** A picture to come near to, its sides even. */
async function truthOf(file: string): Promise<Raster> {
  const picture = await openPicture(file, LONG_SIDE_PX)
  const [width, height] = [picture.widthPx & ~1, picture.heightPx & ~1]
  return cropRaster(picture, { x: 0, y: 0, width, height })
}

/** Shrunk to half, with a phone's noise, stored as JPEG with halved chroma. */
async function spoilt(truth: Raster, { quality, photons }: Fate): Promise<Raster> {
  const half = pillowBicubic(truth, truth.widthPx / FACTOR, truth.heightPx / FACTOR)
  const seen = photons === null ? half : noisy(0, photons)(half)
  if (quality === null) return seen
  const { widthPx: width, heightPx: height, rgba } = seen
  const file = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality, chromaSubsampling: '4:2:0' })
    .toBuffer()
  return await decoded(sharp(file))
}

/** The shipped network of a role. */
type Networks = (role: ModelRole) => Promise<Network>

/** Gains over Lanczos in dB of the plain network and of the tool, and how much that takes of the plain one. */
async function gainsOf(truth: Raster, how: Fate, network: Networks) {
  const small = await spoilt(truth, how)
  const source = rasterSource(small)
  const { widthPx, heightPx } = truth
  const lanczos = bareJob.kernels.resizeLanczos3(small, widthPx, heightPx)
  const reference = psnrOfLuma(lanczos, truth, FACTOR)
  const [plain, ours] = [createRaster(widthPx, heightPx), createRaster(widthPx, heightPx)]
  await enlarge(bareJob, source, await network('super-resolution/x2'), rasterSink(plain))
  const openSink = () => rasterSink(ours)
  const job = { env: bareJob, source, openSink, ratio: 1, memory: {}, network }
  await run({ ...job, networks: networksBy(network) }, { factor: FACTOR })
  const [before, after] = [plain, ours].map((large) => psnrOfLuma(large, truth, FACTOR) - reference)
  return { before: before ?? 0, after: after ?? 0, share: plainShare(source) }
}

const signed = (value: number) => (value < 0 ? '' : '+') + value.toFixed(2)

/** The table of one set. */
export async function measureCompressed(
  { name, files }: PictureSet,
  network: Networks,
): Promise<string> {
  const rows: string[] = []
  for (const how of fates) {
    const all = []
    for (const file of files) all.push(await gainsOf(await truthOf(file), how, network))
    const gains = all.map(({ after }) => after)
    const below = gains.filter((gain) => gain < 0).length
    const cells = [
      how.name,
      signed(mean(all.map(({ before }) => before))),
      signed(mean(gains)),
      signed(Math.min(...gains)),
      `${below} of ${gains.length}`,
      mean(all.map(({ share }) => share)).toFixed(2),
    ]
    rows.push(`| ${cells.join(' | ')} |`)
  }
  return [
    `| x2, ${name} (${files.length}) | plain network | ours | worst picture | below Lanczos | share of the plain network |`,
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

/** How many pictures of the sets of clean ones, shrunk to half and to a quarter, are cleaned. */
export async function cleanedOfClean(): Promise<number> {
  let cleaned = 0
  for (const file of filesOf('sr-test/set5', 'sr-test/set14', 'sr-test/bsd100')) {
    for (const factor of [2, 4]) {
      const truth = await openCropped(file, factor)
      const small = pillowBicubic(truth, truth.widthPx / factor, truth.heightPx / factor)
      if (plainShare(rasterSource(small)) < 1) cleaned++
    }
  }
  return cleaned
}
