import { kernels } from '../fixtures/kernels.ts'
import { openOutputs } from '../fixtures/shipped-networks.ts'
import { openPicture } from './open-picture.ts'
import { type Reference, referenceFile } from './reference-models.ts'
import { tensorOf } from './reference-tensors.ts'

/** The score of the surest face in a photo. */
type Score = (path: string) => Promise<number>

/** A face detector of others. */
interface ReferenceDetector extends Reference {
  /** From this score on a face counts: OpenCV's for YuNet, its own example's for Ultra-Light. */
  readonly found: number
  readonly open: (file: string) => Promise<Score>
}

const OVERVIEW_PX = 1024
const YUNET_PX = 320
const YUNET_STRIDES = [8, 16, 32]

async function openYunet(file: string): Promise<Score> {
  const network = await openOutputs(file)
  return async (path) => {
    const square = { widthPx: YUNET_PX, heightPx: YUNET_PX }
    const picture = await openPicture(path, YUNET_PX)
    const answer = await network.run(
      tensorOf(picture, { order: 'bgr', toInput: (value) => value }, square),
    )
    const scores = YUNET_STRIDES.flatMap((stride) => {
      const objects = answer[`obj_${stride}`]?.values ?? []
      const faces = answer[`cls_${stride}`]?.values ?? []
      return Array.from(faces, (face, at) => Math.sqrt(face * (objects[at] ?? 0)))
    })
    return Math.max(...scores)
  }
}

async function openUltraLight(file: string): Promise<Score> {
  const network = await openOutputs(file)
  return async (path) => {
    const picture = kernels.resizeArea(await openPicture(path, OVERVIEW_PX), 320, 240)
    const { scores } = await network.run(
      tensorOf(picture, { order: 'rgb', toInput: (value) => (value - 127) / 128 }),
    )
    return Math.max(...(scores?.values ?? []).filter((_, at) => at % 2 === 1))
  }
}

export const referenceDetectors: readonly ReferenceDetector[] = [
  {
    name: 'YuNet n at 320 px',
    files: ['face/yunet/yunet_n_320_320.onnx'],
    found: 0.9,
    open: openYunet,
  },
  {
    name: 'Ultra-Light slim at 320 px',
    files: ['face/ultra-light/version-slim-320_simplified.onnx'],
    found: 0.7,
    open: openUltraLight,
  },
]

/** Whether a detector finds a face in a photo. */
export async function openDetector({
  files: [file = ''],
  found,
  open,
}: ReferenceDetector): Promise<(path: string) => Promise<boolean>> {
  const surest = await open(referenceFile(file))
  return async (path) => (await surest(path)) >= found
}
