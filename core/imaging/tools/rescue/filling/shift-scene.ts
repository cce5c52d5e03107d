import { withValues } from '../../../../pixels/with-values.ts'
import type { Holed } from './hole-levels.ts'

/** How far what is copied lies from where it is copied to, px. */
export interface Shift {
  readonly x: number
  readonly y: number
}

/** A small picture with a hole, as shifts are judged in it. */
export interface ShiftScene {
  readonly widthPx: number
  readonly heightPx: number
  /** `FEATURES` of each pixel: red, green, blue, roughness, steps of luma across and down. */
  readonly features: Float32Array
  /** 1 where a pixel is known, else 0. */
  readonly known: Uint8Array
  /** 1 where a pixel may be copied: all about it is known. */
  readonly source: Uint8Array
}

export const FEATURES = 6
/** Roughness against colours. */
const ROUGHNESS = 0.5
/** Nearer to the hole, px, what was brushed away shows still: its shade, its rim. */
const ROOM_PX = 2

/** @param textured a picture whose fourth channel is its roughness */
export function shiftScene({ picture, hole }: Holed): ShiftScene {
  const { widthPx, heightPx, rgba } = picture
  const known = withValues(new Uint8Array(hole.values.length), (at) =>
    hole.values[at] === 0 ? 1 : 0,
  )
  const features = new Float32Array(known.length * FEATURES)
  const luma = withValues(
    new Float32Array(known.length),
    (at) => ((rgba[at * 4] ?? 0) + 2 * (rgba[at * 4 + 1] ?? 0) + (rgba[at * 4 + 2] ?? 0)) / 4,
  )
  const step = (at: number, by: number): number =>
    known[at - by] === 1 && known[at + by] === 1
      ? (luma[at + by] as number) - (luma[at - by] as number)
      : 0
  for (let at = 0; at < known.length; at++) {
    const x = at % widthPx
    const to = at * FEATURES
    for (let c = 0; c < 3; c++) features[to + c] = rgba[at * 4 + c] as number
    features[to + 3] = ROUGHNESS * (rgba[at * 4 + 3] as number)
    features[to + 4] = x > 0 && x < widthPx - 1 ? step(at, 1) : 0
    features[to + 5] = step(at, widthPx)
  }
  return {
    widthPx,
    heightPx,
    features,
    known,
    source: allAbout(known, widthPx, heightPx, ROOM_PX),
  }
}

/** 1 where everything within `room` px lies in the picture and is 1. */
export function allAbout(
  values: Uint8Array,
  width: number,
  height: number,
  room: number,
): Uint8Array {
  const result = new Uint8Array(values.length)
  for (let y = room; y < height - room; y++) {
    for (let x = room; x < width - room; x++) {
      let all = 1
      for (let v = y - room; v <= y + room && all === 1; v++) {
        const row = v * width
        for (let u = x - room; u <= x + room; u++) if (values[row + u] === 0) all = 0
      }
      result[y * width + x] = all
    }
  }
  return result
}
