import type { Superpixels } from './superpixels.ts'

const CLUSTERS = 8
const ROUNDS = 6
/** No cluster is started for what lies nearer than this to the others, OKLab squared. */
const APART = 0.002
/** Least variance of a cluster in lightness and in both colours: lights and shades of one thing. */
const LEAST_VARIANCE = [0.0012, 0.0004, 0.0004] as const
/** Likelihood of a colour that is nowhere. */
const NOWHERE = 0.01

type Triple = [number, number, number]

/** The colours of some pieces as a few clusters. */
export type ColourModel = readonly Cluster[]

interface Cluster {
  readonly share: number
  readonly mean: Readonly<Triple>
  readonly variance: Readonly<Triple>
}

/**
 * Clusters the colours of some pieces (k-means). Each next cluster starts at what lies furthest from
 * those before it, so that the same pieces always give the same clusters.
 * @param weightOf what a piece's pixels count, 0 for one that is not of them
 */
export function colourModel(pieces: Superpixels, weightOf: (piece: number) => number): ColourModel {
  const sample = sampleOf(pieces, weightOf)
  if (sample.members.length === 0) return []
  const centres = startsOf(sample)
  const own = new Int32Array(sample.members.length)
  for (let round = 0; round < ROUNDS; round++) {
    sample.members.forEach((piece, index) => {
      own[index] = nearestOf(centres, sample.colours, piece)
    })
    centres.forEach((centre, cluster) => {
      const { weight, sums } = summed(sample, own, cluster, (value) => value)
      if (weight > 0) for (let c = 0; c < 3; c++) centre[c] = (sums[c] as number) / weight
    })
  }
  const total = sample.weights.reduce((sum, weight) => sum + weight, 0)
  return centres
    .map((mean, cluster) => {
      const spread = (value: number, c: number) => (value - (mean[c] as number)) ** 2
      const { weight, sums } = summed(sample, own, cluster, spread)
      const variance = (c: 0 | 1 | 2) => Math.max(LEAST_VARIANCE[c], sums[c] / Math.max(1, weight))
      return {
        share: weight / total,
        mean,
        variance: [variance(0), variance(1), variance(2)] as const,
      }
    })
    .filter(({ share }) => share > 0)
}

interface Sample {
  readonly colours: Float32Array
  readonly members: readonly number[]
  readonly weights: readonly number[]
}

function sampleOf(pieces: Superpixels, weightOf: (piece: number) => number): Sample {
  const members: number[] = []
  const weights: number[] = []
  for (let piece = 0; piece < pieces.count; piece++) {
    const weight = weightOf(piece)
    if (weight <= 0) continue
    members.push(piece)
    weights.push(weight * (pieces.sizes[piece] as number))
  }
  return { colours: pieces.colours, members, weights }
}

/** Where clusters begin: at the mean, then at what is large and far from all that there are. */
function startsOf({ colours, members, weights }: Sample): Triple[] {
  const whole = summed({ colours, members, weights }, new Int32Array(members.length), 0, (v) => v)
  const centres: Triple[] = [
    [whole.sums[0] / whole.weight, whole.sums[1] / whole.weight, whole.sums[2] / whole.weight],
  ]
  const far = members.map((piece) => apart(centres[0] as Triple, colours, piece))
  while (centres.length < CLUSTERS) {
    let most = 0
    let start = -1
    far.forEach((distance, index) => {
      const worth = distance * Math.sqrt(weights[index] as number)
      if (distance < APART || worth <= most) return
      most = worth
      start = members[index] as number
    })
    if (start < 0) break
    const at = start * 3
    const centre: Triple = [
      colours[at] as number,
      colours[at + 1] as number,
      colours[at + 2] as number,
    ]
    centres.push(centre)
    members.forEach((piece, index) => {
      far[index] = Math.min(far[index] as number, apart(centre, colours, piece))
    })
  }
  return centres
}

/** Weight and weighted sums, by channel, over the members of a cluster. */
function summed(
  { colours, members, weights }: Sample,
  own: Int32Array,
  cluster: number,
  measure: (colour: number, channel: number) => number,
): { weight: number; sums: Triple } {
  const sums: Triple = [0, 0, 0]
  let weight = 0
  members.forEach((piece, index) => {
    if (own[index] !== cluster) return
    const counts = weights[index] as number
    weight += counts
    for (let c = 0; c < 3; c++) {
      sums[c] = (sums[c] as number) + counts * measure(colours[piece * 3 + c] as number, c)
    }
  })
  return { weight, sums }
}

function apart([l, a, b]: Readonly<Triple>, colours: Float32Array, piece: number): number {
  const d0 = (colours[piece * 3] as number) - l
  const d1 = (colours[piece * 3 + 1] as number) - a
  const d2 = (colours[piece * 3 + 2] as number) - b
  return d0 * d0 + d1 * d1 + d2 * d2
}

function nearestOf(centres: readonly Triple[], colours: Float32Array, piece: number): number {
  let nearest = 0
  let least = Number.POSITIVE_INFINITY
  centres.forEach((centre, cluster) => {
    const distance = apart(centre, colours, piece)
    if (distance >= least) return
    least = distance
    nearest = cluster
  })
  return nearest
}

/** The logarithm of how likely a piece's colour is among those of a model. */
export function likelihood(model: ColourModel, colours: Float32Array, piece: number): number {
  let sum = NOWHERE
  for (const { share, mean, variance } of model) {
    let miss = 0
    for (let c = 0; c < 3; c++) {
      const d = (colours[piece * 3 + c] as number) - (mean[c] as number)
      miss += (d * d) / (variance[c] as number)
    }
    sum += (share * Math.exp(-miss / 2)) / Math.sqrt(variance[0] * variance[1] * variance[2])
  }
  return Math.log(sum)
}
