import { boxOf, piecesOf } from '../../../../pixels/pieces.ts'
import { fractionsOf } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import type { Thing } from '../../../thing.ts'
import type { Place } from '../left-out.ts'

/** A thing, and the pixels of the map that it has. */
interface ThingInMap extends Thing {
  readonly pixels: Int32Array
}

/** What stands out has at least so much of the photo, all of it together, and at most so much. */
const AREA = { least: 0.008, most: 0.9 } as const
/** It is held by more than this on average, and what is doubted is less than so much of what is held. */
const SURE = { mean: 0.86, doubted: 0.5 } as const
/** What is neither held nor clear. */
const DOUBT = { from: 0.15, until: 0.85 } as const
/** A piece smaller than this against the largest is a scrap of it, or of the background. */
const SCRAP = 0.04
/** More are not told apart: what is smaller stays or goes with nobody's word. */
const THINGS_MAX = 8

/**
 * The things that stand out in a map, the largest first: its pieces, each by itself. None where it is sure
 * of nothing: a landscape, a pattern.
 */
export function thingsIn(map: FloatPlane): readonly ThingInMap[] {
  const pieces = piecesOf(map, 0.5).toSorted((a, b) => b.pixels.length - a.pixels.length)
  const [largest] = pieces
  if (largest === undefined || !isSure(clarityOf(map))) return []
  return pieces
    .filter(({ pixels }) => pixels.length >= largest.pixels.length * SCRAP)
    .slice(0, THINGS_MAX)
    .map(({ pixels }) => ({ pixels, ...placesOf(map, pixels) }))
}

/** How clearly something stands out in a map. */
interface Clarity {
  /** What is held of the photo. */
  readonly share: number
  /** By how much it is held on average; 0 where nothing is. */
  readonly mean: number
  /** What is doubted, against what is held. */
  readonly doubted: number
}

export function clarityOf({ values }: FloatPlane): Clarity {
  let [held, sum, doubted] = [0, 0, 0]
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number
    if (value >= 0.5) {
      held++
      sum += value
    }
    if (value > DOUBT.from && value < DOUBT.until) doubted++
  }
  return {
    share: held / values.length,
    mean: held === 0 ? 0 : sum / held,
    doubted: held === 0 ? Number.POSITIVE_INFINITY : doubted / held,
  }
}

export const isSure = ({ share, mean, doubted }: Clarity): boolean =>
  share >= AREA.least && share <= AREA.most && mean >= SURE.mean && doubted <= SURE.doubted

function placesOf(map: FloatPlane, pixels: Int32Array): Thing {
  const { widthPx, heightPx } = map
  const box = boxOf(pixels, widthPx)
  const at = nearestTo(pixels, widthPx, box.x + box.width / 2, box.y + box.height / 2)
  const place = {
    x: ((at % widthPx) + 0.5) / widthPx,
    y: (Math.floor(at / widthPx) + 0.5) / heightPx,
  }
  return { box: fractionsOf(box, map), place }
}

/** Of some pixels the one nearest to a place. */
function nearestTo(pixels: Int32Array, widthPx: number, x: number, y: number): number {
  let [nearest, least] = [0, Number.POSITIVE_INFINITY]
  for (const at of pixels) {
    const away = Math.hypot((at % widthPx) + 0.5 - x, Math.floor(at / widthPx) + 0.5 - y)
    if (away >= least) continue
    nearest = at
    least = away
  }
  return nearest
}

/** Of some things those that the customer leaves out: each place is that of the thing it lies nearest to. */
export function thingsAt(
  { widthPx, heightPx }: FloatPlane,
  things: readonly ThingInMap[],
  places: readonly Place[],
): ReadonlySet<ThingInMap> {
  const awayFrom = ({ pixels }: ThingInMap, { x, y }: Place) => {
    const at = nearestTo(pixels, widthPx, x * widthPx, y * heightPx)
    return Math.hypot((at % widthPx) - x * widthPx, Math.floor(at / widthPx) - y * heightPx)
  }
  return new Set(
    places.flatMap((place) =>
      things.toSorted((a, b) => awayFrom(a, place) - awayFrom(b, place)).slice(0, 1),
    ),
  )
}
