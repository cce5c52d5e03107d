import type { HeadWindow } from './head-window.ts'

/** Where edges are: looked for so near, and in the contrast of what lies so near, px. */
const EDGE = { near: 2, about: 5 } as const
/** Of that contrast an edge in focus changes so much within two pixels; and contrast that is less is none, OKLab. */
const SHARP = { from: 0.25, to: 0.6, least: 0.02 } as const

/** Something about the edge close to a place of a window. */
export type EdgeAt = (at: number) => number

/** How strong sharp edges are, OKLab; what is out of focus has none. Told of the few places that are asked about: most heads need hardly any. */
export const sharpEdges =
  (window: HeadWindow): EdgeAt =>
  (at) => {
    const { slope, share } = edgeAt(window, at)
    return slope * share
  }

/** How sharp edges are, however faint, 0..1. */
export const focusAt =
  (window: HeadWindow): EdgeAt =>
  (at) =>
    edgeAt(window, at).share

function edgeAt(window: HeadWindow, at: number) {
  const { widthPx, heightPx } = window
  const [x, y] = [at % widthPx, Math.floor(at / widthPx)]
  const around = (reachPx: number) => ({
    left: Math.max(1, x - reachPx),
    right: Math.min(widthPx - 2, x + reachPx),
    top: Math.max(1, y - reachPx),
    bottom: Math.min(heightPx - 2, y + reachPx),
  })
  const slope = steepest(window, around(EDGE.near))
  const of = slope / Math.max(SHARP.least, spanOf(window, around(EDGE.about)))
  return { slope, share: Math.min(1, Math.max(0, (of - SHARP.from) / (SHARP.to - SHARP.from))) }
}

interface Around {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** How much colours change over two pixels where they change most. */
function steepest(window: HeadWindow, { left, right, top, bottom }: Around): number {
  const { widthPx } = window
  let most = 0
  for (let y = top; y <= bottom; y++) {
    for (let at = y * widthPx + left; at <= y * widthPx + right; at++) {
      most = Math.max(most, slopeAt(window, at))
    }
  }
  return most
}

/** How much colours change over two pixels at a place that is not at the window's edge, OKLab. */
function slopeAt({ planes, widthPx }: HeadWindow, at: number): number {
  let sum = 0
  for (const plane of planes) {
    const aside = (plane[at + 1] as number) - (plane[at - 1] as number)
    const down = (plane[at + widthPx] as number) - (plane[at - widthPx] as number)
    sum += aside * aside + down * down
  }
  return Math.sqrt(sum)
}

/** How far apart the colours of a square lie. */
function spanOf({ planes, widthPx }: HeadWindow, { left, right, top, bottom }: Around): number {
  let square = 0
  for (const plane of planes) {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (let y = top; y <= bottom; y++) {
      for (let at = y * widthPx + left; at <= y * widthPx + right; at++) {
        const value = plane[at] as number
        if (value < least) least = value
        if (value > most) most = value
      }
    }
    square += Math.max(0, most - least) ** 2
  }
  return Math.sqrt(square)
}
