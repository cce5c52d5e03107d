import { createPlane } from '#core/pixels/pixels.ts'
import type { Plane } from '#core/pixels/raster.ts'
import { kernels } from '../fixtures/kernels.ts'
import { openNetwork } from '../fixtures/shipped-networks.ts'
import { openPicture } from './open-picture.ts'
import { type Reference, referenceFile } from './reference-models.ts'
import { tensorOf } from './reference-tensors.ts'

const FILE = 'portrait/portrait-segmentation/SINet_Softmax.onnx'
export const sinet: Reference = { name: 'SINet', files: [FILE] }

const SINET_PX = 320
const OVERVIEW_PX = 1280
/** Of blue, green and red in its training's photographs. */
const MEANS = [102.890434, 111.25247, 126.91212]
const DEVIATIONS = [62.93292, 62.82138, 66.355705]

/** What SINet (Portrait-Segmentation) says of a whole photo, at its own size. */
export async function openSinet(): Promise<(path: string) => Promise<Plane>> {
  const network = await openNetwork(referenceFile(FILE))
  const normalized = (value: number, channel: number) =>
    (value - (MEANS[channel] ?? 0)) / (DEVIATIONS[channel] ?? 1) / 255
  return async (path) => {
    const picture = kernels.resizeArea(await openPicture(path, OVERVIEW_PX), SINET_PX, SINET_PX)
    const { values } = await network.run(tensorOf(picture, { order: 'bgr', toInput: normalized }))
    const person = createPlane(SINET_PX, SINET_PX)
    person.values.set(values.subarray(SINET_PX ** 2).map((share) => share * 255))
    return person
  }
}
