import sharp from 'sharp'
import { findPeopleIn, type PeopleAsked } from '#core/imaging/portrait/people.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { networkOf, networksOf } from '#server/imaging/networks.ts'
import { bareJob } from '../fixtures/bare-job.ts'
import { photograph } from '../fixtures/photographs.ts'

/** Longer side that pictures are measured at. */
const SIDE_PX = 1024

/** A photograph as faces are measured in it. */
export async function opened(path: string): Promise<Raster> {
  const { data, info } = await sharp(photograph(path))
    .rotate()
    .resize(SIDE_PX, SIDE_PX, { fit: 'inside' })
    .removeAlpha()
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { widthPx: info.width, heightPx: info.height, rgba: new Uint8ClampedArray(data) }
}

const memory = {}

/** Faces and the mask of people, as the tools find them. */
export const peopleIn = (picture: Raster, asked: PeopleAsked = {}) =>
  findPeopleIn({ env: bareJob, network: networkOf, networks: networksOf, memory }, picture, asked)

/** Light, middle and dark skin by its mean OKLab lightness in the photograph. */
export const tones = [
  ['light', (light: number) => light >= 0.7],
  ['middle', (light: number) => light >= 0.52 && light < 0.7],
  ['dark', (light: number) => light < 0.52],
] as const
