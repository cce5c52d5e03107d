import type { Kernels } from '../../../../../kernels/kernels.ts'
import type { HeadWindow } from './head-window.ts'
import type { EdgeAt } from './sharp-edges.ts'
import { grown, opened, type Piece, piecesOf, without } from './window-shapes.ts'

/** The top of a head is no narrower than a disc of such a radius, head widths. */
const TOP = 0.36
/** It lies so high and so near to the middle of the face, head widths. */
const ABOVE = { from: -1.9, to: -0.35, bump: -0.6, aside: 0.95 } as const
/** A bump is no smaller than this, square head widths. */
const LEAST = 0.008
/** A bump whose edges are not so sharp against those of the rest of the head is none. */
const SHARP = 0.3
/** Where a head's own edges are fainter nothing is told, OKLab. */
const TOLD = 0.06
/** So near to a bump the outline says nothing of the rest, px. */
const BESIDE_PX = 3

/** How strong the edges about the top of a head are, OKLab; 0 where hardly any of it is seen. */
export function outlineOf(window: HeadWindow, edgeAt: EdgeAt, bumps?: Uint8Array): number {
  const { isPerson } = window
  const beyond = grown(without(isPerson), window, 1)
  const beside = bumps === undefined ? null : grown(bumps, window, BESIDE_PX)
  const strengths: number[] = []
  for (let at = 0; at < isPerson.length; at++) {
    if (isPerson[at] === 0 || beyond[at] === 0 || beside?.[at] === 1) continue
    if (isOnTop(window, at, ABOVE.to)) strengths.push(edgeAt(at))
  }
  strengths.sort((a, b) => a - b)
  return strengths[strengths.length >> 1] ?? 0
}

/**
 * Bumps of the mask of people on top of a head about which the photo has no edge, as it has about the rest of the head:
 * lights, trees and walls behind it.
 */
export function falseBumps(kernels: Kernels, window: HeadWindow, edgeAt: EdgeAt): readonly Piece[] {
  const { isPerson, headPx } = window
  const round = opened(isPerson, window, Math.round(TOP * headPx))
  const bumps = isPerson.map((is, at) => (is === 1 && round[at] === 0 ? 1 : 0))
  const high = piecesOf(kernels, bumps, window).filter(
    ({ places }) =>
      places.length > LEAST * headPx ** 2 && places.every((at) => isOnTop(window, at, ABOVE.bump)),
  )
  if (high.length === 0) return []
  const outline = outlineOf(window, edgeAt, bumps)
  if (outline < TOLD) return []
  const beyond = grown(without(isPerson), window, 1)
  return high.filter(({ places }) => {
    const ends = places.filter((at) => beyond[at] === 1)
    const strength = ends.reduce((sum, at) => sum + edgeAt(at), 0)
    return strength < SHARP * outline * ends.length
  })
}

function isOnTop({ u, v }: HeadWindow, at: number, lowest: number): boolean {
  const down = v[at] as number
  return down > ABOVE.from && down < lowest && Math.abs(u[at] as number) < ABOVE.aside
}
