import type { JobContext } from '../jobs.ts'
import type { Kernels } from '../kernels/kernels.ts'
import type { Plane, Raster } from '../pixels/raster.ts'
import type { StripThreads } from './strip-work.ts'

/** A face in fractions of the picture, with the detector's confidence 0..1. */
export interface DetectedFace {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly score: number
  /** Eyes, nose tip, mouth, ear points as fractions of the picture; empty where not given. */
  readonly keypoints: readonly { readonly x: number; readonly y: number }[]
}

/** Finds faces in a picture of at most 1500 px; handed in, so that core knows no runtime. */
export type DetectFaces = (picture: Raster) => Promise<readonly DetectedFace[]>

/** Gives the coarse probability of "person" for a picture, at the model's own size. */
export type SegmentPerson = (picture: Raster) => Promise<Plane>

/** A network by role (`super-resolution/x2`): NCHW float tensors in and out. */
export interface InferenceSession {
  run(input: Tensor): Promise<Tensor>
  release(): Promise<void>
}

export interface Tensor {
  readonly shape: readonly [batch: number, channels: number, height: number, width: number]
  readonly values: Float32Array
}

/** What a pipeline works with besides its pixels and settings. */
export interface ToolEnvironment extends JobContext {
  readonly kernels: Kernels
  /** Threads that share the work on strips; without it this one does it all. */
  readonly strips?: StripThreads
}
