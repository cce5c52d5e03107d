import type { FaceDetector, ImageSegmenter } from '@mediapipe/tasks-vision'
import loaderUrl from '@mediapipe/tasks-vision/vision_wasm_module_internal.js?url'
import wasmUrl from '@mediapipe/tasks-vision/vision_wasm_module_internal.wasm?url'
import { DETECTOR_CONFIDENCE } from '#core/imaging/portrait/detect-faces.ts'
import type { DetectedFace, DetectFaces, SegmentPerson } from '#core/imaging/tool.ts'
import type { PortraitModels } from '#core/imaging/tool-definition.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { loadScript } from '../../load-script.ts'
import type { Download } from './downloads.ts'
import type { PortraitFiles } from './portrait-api.ts'

/** The task runner; its size is checked by a test, so that the shown progress stays honest. */
export const mediapipeRuntime: Download = {
  url: wasmUrl,
  sha256: null,
  bytes: 11_153_641,
  compressedBytes: 2_617_568,
}

/** The portrait networks of these files, ready to run. */
export const loadPortraitModels = async (files: PortraitFiles): Promise<PortraitModels> => ({
  detectFaces: await loadFaceFinder(files.wasm, files.faceFinder),
  segmentPerson: await loadPersonSegmenter(files.wasm, files.personSegmenter),
})

/** @param wasm the runtime's module; @param model the network's file with its metadata */
async function loadFaceFinder(wasm: ArrayBuffer, model: ArrayBuffer): Promise<DetectFaces> {
  const { FaceDetector } = await loadScript(() => import('@mediapipe/tasks-vision'))
  const detector = await withRuntime(wasm, (paths) =>
    FaceDetector.createFromOptions(paths, {
      baseOptions: { modelAssetBuffer: new Uint8Array(model), delegate: 'CPU' },
      canvas: new OffscreenCanvas(1, 1),
      runningMode: 'IMAGE',
      minDetectionConfidence: DETECTOR_CONFIDENCE,
    }),
  )
  return async (picture) => detectedFaces(detector, picture)
}

/** @param wasm the runtime's module; @param model the network's file with its metadata */
async function loadPersonSegmenter(wasm: ArrayBuffer, model: ArrayBuffer): Promise<SegmentPerson> {
  const { ImageSegmenter } = await loadScript(() => import('@mediapipe/tasks-vision'))
  const segmenter = await withRuntime(wasm, (paths) =>
    ImageSegmenter.createFromOptions(paths, {
      baseOptions: { modelAssetBuffer: new Uint8Array(model), delegate: 'CPU' },
      canvas: new OffscreenCanvas(1, 1),
      runningMode: 'IMAGE',
      outputConfidenceMasks: true,
      outputCategoryMask: false,
    }),
  )
  return async (picture) => personMask(segmenter, picture)
}

interface WasmPaths {
  readonly wasmLoaderPath: string
  readonly wasmBinaryPath: string
}

/**
 * Lends the runtime to a task, one after the other: the loader leaves its factory in a global, which
 * the task takes away, and a module that was imported before does not put it there again.
 */
async function withRuntime<T>(
  wasm: ArrayBuffer,
  create: (paths: WasmPaths) => Promise<T>,
): Promise<T> {
  const loader: { default: unknown } = await loadScript(() => import(/* @vite-ignore */ loaderUrl))
  Object.assign(globalThis, { ModuleFactory: loader.default })
  const wasmBinaryPath = URL.createObjectURL(new Blob([wasm], { type: 'application/wasm' }))
  try {
    return await create({ wasmLoaderPath: loaderUrl, wasmBinaryPath })
  } finally {
    URL.revokeObjectURL(wasmBinaryPath)
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
