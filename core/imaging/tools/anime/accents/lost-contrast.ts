import { inParts } from '../../../../pixels/in-parts.ts'
import { giveBack } from '../../../give-back.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'
import { type AccentPlaces, GROUND } from './accent-places.ts'

type Plane = Float32Array<ArrayBuffer>

/** How wide the finest accent is, and what it is compared with, thousandths of the longer side. */
const REACH = { fine: 1.2, wide: 14 }
/** Such a share of what is looked at must be of the same kind. */
const SEEN = { fine: 0.05, wide: 0.02 }
/** So near to where its kind ends the light of a place is that of what lies beyond, too, thousandths. */
const EDGE = 2
/** What is darker is taken to be as light as this, OKLab: a camera's noise is a large share of what is black. */
const BLACK = 0.12

/** A picture and its flat paint. */
export interface Flattened extends Pick<OkLabPicture, 'lightness' | 'widthPx' | 'heightPx'> {
  /** Lightness of its paint, before that was graded. */
  readonly painted: Plane
}

/**
 * By which share of its light each place is lighter than what of its kind lies about it, as far as paint does not show
 * that; 0 where nothing has accents. The ground counts for nothing on cloth, nor cloth on the ground: else an outline
 * would have a halo. What is dark beside a shadow is the shadow, where that is painted.
 */
export function lostContrast(
  env: ToolEnvironment,
  picture: Flattened,
  { kindAt, total }: AccentPlaces,
): Plane {
  const contrast = new Float32Array(kindAt.length)
  const means = {
    seen: meansOfKinds(picture.lightness, kindAt, total),
    painted: meansOfKinds(picture.painted, kindAt, total),
  }
  const addWhere = (isWanted: (kind: number) => boolean) => {
    const isAsked = Uint8Array.from({ length: total }, (_, kind) => (isWanted(kind) ? 1 : 0))
    addContrast(env, picture, means, kindAt, isAsked, contrast)
  }
  addWhere((kind) => kind === GROUND)
  if (total > GROUND + 1) addWhere((kind) => kind > GROUND)
  return contrast
}

function addContrast(
  env: ToolEnvironment,
  { painted, ...picture }: Flattened,
  means: Readonly<Record<'seen' | 'painted', Float64Array>>,
  kindAt: Uint32Array,
  isAsked: Uint8Array,
  contrast: Plane,
): void {
  const weight = weightOf(picture, kindAt, isAsked)
  const seen = {
    fine: blurred(env, picture, weight, REACH.fine),
    wide: blurred(env, picture, weight, REACH.wide),
  }
  const sharesOf = (lightness: Plane, own: Float64Array): Plane =>
    sharesAbout(env, { ...picture, lightness }, kindAt, { weight, seen, means: own })
  const own = sharesOf(picture.lightness, means.seen)
  const paint = sharesOf(painted, means.painted)
  inParts(kindAt.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if (isAsked[kindAt[at] as number] === 0) continue
      const [all, shown] = [own[at] as number, paint[at] as number]
      contrast[at] =
        all < 0 ? Math.min(0, all - Math.min(0, shown)) : Math.max(0, all - Math.max(0, shown))
    }
  })
  giveBack(env, [weight, seen.fine, seen.wide, own, paint])
}

/** 1 well within a kind that is asked for. */
function weightOf(
  { widthPx, heightPx }: Pick<OkLabPicture, 'widthPx' | 'heightPx'>,
  kindAt: Uint32Array,
  isAsked: Uint8Array,
): Plane {
  const edgePx = Math.max(1, Math.round(EDGE * unitPxOf({ widthPx, heightPx })))
  const down = edgePx * widthPx
  const weight = new Float32Array(kindAt.length)
  inParts(kindAt.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const kind = kindAt[at] as number
      const isWithin =
        kindAt[at - edgePx] === kind &&
        kindAt[at + edgePx] === kind &&
        kindAt[at - down] === kind &&
        kindAt[at + down] === kind
      if (isWithin && isAsked[kind] === 1) weight[at] = 1
    }
  })
  return weight
}

/** The mean lightness of each kind: against it a pale garment tells nothing of a dark one that it lies on. */
function meansOfKinds(lightness: Float32Array, kindAt: Uint32Array, total: number): Float64Array {
  const [sums, counts] = [new Float64Array(total), new Uint32Array(total)]
  inParts(kindAt.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const kind = kindAt[at] as number
      sums[kind] = (sums[kind] as number) + (lightness[at] as number)
      counts[kind] = (counts[kind] as number) + 1
    }
  })
  return sums.map((sum, kind) => sum / Math.max(1, counts[kind] as number))
}

interface Weights {
  readonly weight: Plane
  /** How much has weight about each place, near and wide. */
  readonly seen: { readonly fine: Plane; readonly wide: Plane }
  readonly means: Float64Array
}

/** By which share each place is lighter than what of its kind lies about it (normalized convolution, Knutsson and Westin 1993). */
function sharesAbout(
  env: ToolEnvironment,
  { lightness, ...size }: Pick<OkLabPicture, 'lightness' | 'widthPx' | 'heightPx'>,
  kindAt: Uint32Array,
  { weight, seen: { fine, wide }, means }: Weights,
): Plane {
  const weighted = new Float32Array(kindAt.length)
  inParts(kindAt.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if (weight[at] === 1) {
        weighted[at] = (lightness[at] as number) - (means[kindAt[at] as number] as number)
      }
    }
  })
  const near = blurred(env, size, weighted, REACH.fine)
  const about = blurred(env, size, weighted, REACH.wide)
  inParts(kindAt.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const [nearby, far] = [fine[at] as number, wide[at] as number]
      if (nearby < SEEN.fine || far < SEEN.wide) {
        near[at] = 0
        continue
      }
      const base = (about[at] as number) / far
      const light = Math.max(BLACK, base + (means[kindAt[at] as number] as number))
      near[at] = ((near[at] as number) / nearby - base) / light
    }
  })
  giveBack(env, [weighted, about])
  return near
}

const blurred = (
  { kernels }: ToolEnvironment,
  size: Pick<OkLabPicture, 'widthPx' | 'heightPx'>,
  values: Plane,
  reach: number,
): Plane => kernels.gaussian({ ...size, values }, reach * unitPxOf(size)).values
