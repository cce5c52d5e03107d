import type { FaceDetector, ImageSegmenter } from '@mediapipe/tasks-vision'
import loaderUrl from '@mediapipe/tasks-vision/vision_wasm_module_internal.js?url'
import wasmUrl from '@mediapipe/tasks-vision/vision_wasm_module_internal.wasm?url'
import type { MediapipeCard } from '#core/imaging/models.ts'
import type { DetectedFace, DetectFaces, Raster, SegmentPerson } from '#core/imaging/tool.ts'
import { downloadOf } from './catalogue.ts'
import { type Download, type OnBytes, obtain } from './downloads.ts'

/** The task runner; its size is checked by a test, so that the shown progress stays honest. */
export const mediapipeRuntime: Download = {
  url: wasmUrl,
  sha256: null,
  bytes: 11_153_641,
  compressedBytes: 2_617_568,
}

/** Lower than the face gate's own threshold, which decides: it wants to see near misses as well. */
const DETECTOR_CONFIDENCE = 0.3

/** The files of one network, fetched; `close` gives the network's memory back. */
export interface FaceFinder {
  readonly detect: DetectFaces
  close(): void
}

export interface PersonSegmenter {
  readonly segment: SegmentPerson
  close(): void
}

export async function loadFaceFinder(
  card: MediapipeCard,
  signal: AbortSignal,
  onBytes: OnBytes,
): Promise<FaceFinder> {
  const { FaceDetector, fileset, model } = await prepare(card, signal, onBytes)
  const detector = await fileset.use((paths) =>
    FaceDetector.createFromOptions(paths, {
      baseOptions: { modelAssetBuffer: model, delegate: 'CPU' },
      canvas: new OffscreenCanvas(1, 1),
      runningMode: 'IMAGE',
      minDetectionConfidence: DETECTOR_CONFIDENCE,
    }),
  )
  return {
    detect: async (picture) => detectedFaces(detector, picture),
    close: () => detector.close(),
  }
}

export async function loadPersonSegmenter(
  card: MediapipeCard,
  signal: AbortSignal,
  onBytes: OnBytes,
): Promise<PersonSegmenter> {
  const { ImageSegmenter, fileset, model } = await prepare(card, signal, onBytes)
  const segmenter = await fileset.use((paths) =>
    ImageSegmenter.createFromOptions(paths, {
      baseOptions: { modelAssetBuffer: model, delegate: 'CPU' },
      canvas: new OffscreenCanvas(1, 1),
      runningMode: 'IMAGE',
      outputConfidenceMasks: true,
      outputCategoryMask: false,
    }),
  )
  return {
    segment: async (picture) => personMask(segmenter, picture),
    close: () => segmenter.close(),
  }
}

async function prepare(card: MediapipeCard, signal: AbortSignal, onBytes: OnBytes) {
  const [tasks, wasm, model] = await Promise.all([
    import('@mediapipe/tasks-vision'),
    obtain(mediapipeRuntime, signal, onBytes),
    obtain(downloadOf(card), signal, onBytes),
  ])
  return { ...tasks, fileset: filesetOf(wasm), model: new Uint8Array(model) }
}

interface WasmPaths {
  readonly wasmLoaderPath: string
  readonly wasmBinaryPath: string
}

let creating: Promise<unknown> = Promise.resolve()

/**
 * Lends the runtime to one task after another: the loader leaves its factory in a global, which
 * the task takes away, and a module that was imported before does not put it there again.
 */
function filesetOf(wasm: ArrayBuffer) {
  const lend = async <T>(create: (paths: WasmPaths) => Promise<T>): Promise<T> => {
    const loader: { default: unknown } = await import(/* @vite-ignore */ loaderUrl)
    Object.assign(globalThis, { ModuleFactory: loader.default })
    const wasmBinaryPath = URL.createObjectURL(new Blob([wasm], { type: 'application/wasm' }))
    try {
      return await create({ wasmLoaderPath: loaderUrl, wasmBinaryPath })
    } finally {
      URL.revokeObjectURL(wasmBinaryPath)
    }
  }
  return {
    use: <T>(create: (paths: WasmPaths) => Promise<T>): Promise<T> => {
      const turn = creating.then(() => lend(create))
      creating = turn.catch(() => undefined)
      return turn
    },
  }
}

const imageOf = (picture: Raster): ImageData =>
  new ImageData(picture.rgba, picture.widthPx, picture.heightPx)

function detectedFaces(detector: FaceDetector, picture: Raster): DetectedFace[] {
  const { detections } = detector.detect(imageOf(picture))
  return detections.flatMap(({ boundingBox, categories, keypoints }) => {
    if (boundingBox === undefined) return []
    return [
      {
        x: boundingBox.originX / picture.widthPx,
        y: boundingBox.originY / picture.heightPx,
        width: boundingBox.width / picture.widthPx,
        height: boundingBox.height / picture.heightPx,
        score: categories[0]?.score ?? 0,
        keypoints: keypoints.map(({ x, y }) => ({ x, y })),
      },
    ]
  })
}

function personMask(segmenter: ImageSegmenter, picture: Raster) {
  const result = segmenter.segment(imageOf(picture))
  try {
    const mask = result.confidenceMasks?.[0]
    if (mask === undefined) throw new Error('the segmenter gave no mask')
    const values = Uint8ClampedArray.from(mask.getAsFloat32Array(), (value) => value * 255)
    return { widthPx: mask.width, heightPx: mask.height, values }
  } finally {
    result.close()
  }
}
