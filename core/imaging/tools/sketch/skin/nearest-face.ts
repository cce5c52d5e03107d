import type { Piece } from '../../../../pixels/pieces.ts'
import type { LabPlanes } from '../../../face-points/skin-likeness.ts'
import { awayFrom, type LitFace } from './skin-places.ts'

/** How much of a face may lie in the dark: beyond it its hues are noise, and tell nothing of others. */
export const DIM = 0.3

/** The face that is nearest to a place, by its own width. */
export interface NearestFace {
  /** Red and yellow of OKLab against lightness. */
  readonly hue: readonly [red: number, yellow: number]
  readonly lightness: number
  /** How much it lies in the dark, 0..1: its hues are noise. */
  readonly dim: number
  /** In pixels of the copy. */
  readonly widthPx: number
}

/** What cloth is told by: colours of a copy, and the face that is nearest to a place. */
export interface SeenByFaces {
  readonly lab: LabPlanes
  /** How far a pixel is from the face that is nearest, in its widths. */
  readonly away: (x: number, y: number) => number
  readonly nearest: (x: number, y: number) => NearestFace
}

/** Some pixel in the middle of a piece's, by its place. */
export function middleOf(
  { pixels }: Pick<Piece, 'pixels'>,
  widthPx: number,
): readonly [number, number] {
  const at = pixels[pixels.length >> 1] ?? 0
  return [at % widthPx, Math.floor(at / widthPx)]
}

const NO_FACE: NearestFace = { hue: [0, 0], lightness: 1, dim: 1, widthPx: 1 }

/**
 * How far places of a copy lie from the nearest face, in its widths, and what that is like.
 * @param scale the copy's size against the picture's
 */
export function nearestOf(all: readonly LitFace[], scale: number) {
  const away = (x: number, y: number): number => {
    let least = Infinity
    for (const one of all) least = Math.min(least, awayFrom(one, x / scale, y / scale))
    return least
  }
  const faces = all.map(
    ({ face, hue, lightness, dim }): NearestFace => ({
      hue,
      lightness,
      dim,
      widthPx: scale * face.widthPx,
    }),
  )
  const nearest = (x: number, y: number): NearestFace => {
    let [least, found] = [Infinity, NO_FACE]
    all.forEach((one, k) => {
      const own = awayFrom(one, x / scale, y / scale)
      if (own < least) [least, found] = [own, faces[k] ?? NO_FACE]
    })
    return found
  }
  return { away, nearest, hue: (x: number, y: number) => nearest(x, y).hue }
}
