import { limits } from '../limits.ts'

/** A layer as far as it takes up room. */
interface Drawn {
  readonly kind: string
  readonly strokes?: readonly { readonly points: readonly unknown[] }[]
}

/** What a design has too much of; null where it can be kept, sent and printed. */
export type Overfull = 'layers' | 'points'

/** Points are of all strokes together, and a stroke counts as one more. */
export function overfull(layers: readonly Drawn[]): Overfull | null {
  if (layers.length > limits.designLayersMax) return 'layers'
  const points = layers
    .flatMap(({ strokes }) => strokes ?? [])
    .reduce((sum, stroke) => sum + stroke.points.length + 1, 0)
  return points > limits.designPointsMax ? 'points' : null
}
