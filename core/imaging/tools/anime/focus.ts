import { smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { unitPxOf } from './study.ts'

/** Lengths are thousandths of the picture's longer side. Edges are seen at two scales. */
const SCALES = { fine: 1.2, coarse: 3 }
/** Edges are told block by block; focus is that of so much about a place, and a little that of more. */
const BLOCK = 6
const ABOUT = { near: 7, far: 26, share: 0.08 }
/** So near to people the background is not asked: their outline is sharp. */
const BESIDE = { reach: 5, share: 0.06 }
/** Square of the slope of grain, luma for each pixel. */
const GRAIN = 2e-5
/** Where edges are fainter, square of the luma for each thousandth, nothing is known, and all as sharp as it was. */
const KNOWN = { from: 3e-6, to: 1.5e-5 }
/** From where on an edge is out of focus, in small pictures px, how much later wholly so, and how soft the softest is taken to be. */
const SOFT = { from: 1.3, fromPx: 0.9, whole: 1.5, most: 12 }
/** So far edges go one way or are texture, and so far both are looked at. */
const GRAINED = { edge: 5, about: 12 }
/** How much of all edges goes one way in texture and in what is built, and how steep texture is, luma for each thousandth. */
const ONE_WAY = { texture: 0.4, built: 0.52 }
const STEEP = { from: 0.009, to: 0.016 }

/** How green what grows is, `(2 g - r - b) / (r + g + b)`: a crowd, or pebbles, keep their light and dark. */
const GREEN = { from: 0.05, to: 0.12 }
/** Every so many pixels of a row and rows tell it. */
const LOOKED = 2

/** What kind of thing a place of the background shows; planes in blocks. */
export interface Grounds {
  /** How far it is out of focus, thousandths; 0 where it is sharp. */
  readonly blur: FloatPlane
  /** How much it is green texture without long edges, as leaves and grass are, 0..1. */
  readonly leaves: FloatPlane
}

/**
 * Where a photo is out of focus, and where leaves are. An edge that was blurred before loses less by
 * being blurred again (Zhuo & Sim 2011); edges of texture go all ways close by (structure tensor).
 * @param person where people are, about whom it is seen as if they were not there, 0..1
 */
export function groundsOf(
  { kernels }: ToolEnvironment,
  picture: Raster,
  person: FloatPlane | null,
): Grounds {
  const unitPx = unitPxOf(picture)
  const blockPx = Math.max(2, Math.round(BLOCK * unitPx))
  const near = Math.max(0.6, SCALES.fine * unitPx)
  const far = SCALES.coarse * unitPx
  const first = kernels.gaussian(kernels.luma(picture), near)
  // A picture so small is seen at one scale alone: nothing is known, and it stays as sharp as it is.
  const isKnown = far > near
  const second = isKnown ? kernels.gaussian(first, Math.sqrt(far * far - near * near)) : first
  const aside = person === null ? null : kernels.gaussian(person, BESIDE.reach * unitPx)
  const blocks = (length: number) => (length * unitPx) / blockPx
  const smooth = (plane: FloatPlane, length: number) => kernels.gaussian(plane, blocks(length))
  const beside = aside === null ? null : { plane: aside, most: BESIDE.share }
  const fine = kernels.blockSlopes(first, blockPx, beside)
  const coarse = kernels.blockSlopes(second, blockPx, beside)
  const about = (plane: FloatPlane) => {
    const [close, wide] = [smooth(plane, ABOUT.near), smooth(plane, ABOUT.far)]
    return added(close, wide, ABOUT.share)
  }
  const [fineAbout, coarseAbout] = [about(fine.square), about(coarse.square)]
  const from = Math.max(SOFT.from, SOFT.fromPx / unitPx)
  const blur = withEach(fineAbout, (own, at) => {
    if (!isKnown) return 0
    const left = coarseAbout.values[at] as number
    const known = smoothstep(KNOWN.from, KNOWN.to, left * unitPx * unitPx)
    const quotient = own / (left + GRAIN)
    const square = (far * far - quotient * quotient * near * near) / (quotient * quotient - 1)
    const soft = quotient < 1.01 ? SOFT.most : Math.sqrt(Math.max(0, square)) / unitPx
    return known * Math.min(SOFT.most, soft) * smoothstep(from, from + SOFT.whole, soft)
  })
  const [square, turned, skewed] = [fine.square, fine.turned, fine.skewed].map((plane) =>
    smooth(plane, GRAINED.edge),
  ) as [FloatPlane, FloatPlane, FloatPlane]
  const oneWay = smooth(
    withEach(turned, (own, at) => Math.sqrt(own * own + (skewed.values[at] as number) ** 2)),
    GRAINED.about,
  )
  const all = smooth(square, GRAINED.about)
  const green = smooth(greenOf(picture, blockPx), GRAINED.about)
  const leaves = withEach(all, (own, at) => {
    const share = (oneWay.values[at] as number) / (own + 1e-9)
    const steep = smoothstep(STEEP.from, STEEP.to, Math.sqrt(own) * unitPx)
    const grown = smoothstep(GREEN.from, GREEN.to, green.values[at] as number)
    return steep * grown * (1 - smoothstep(ONE_WAY.texture, ONE_WAY.built, share))
  })
  return { blur, leaves }
}

const withEach = (plane: FloatPlane, valueAt: (own: number, at: number) => number): FloatPlane => {
  const values = new Float32Array(plane.values.length)
  for (let at = 0; at < values.length; at++) values[at] = valueAt(plane.values[at] as number, at)
  return { ...plane, values }
}

const added = (plane: FloatPlane, other: FloatPlane, share: number): FloatPlane =>
  withEach(plane, (own, at) => own + share * (other.values[at] as number))

/** How green each block is. */
function greenOf({ widthPx, heightPx, rgba }: Raster, blockPx: number): FloatPlane {
  const size = { widthPx: Math.ceil(widthPx / blockPx), heightPx: Math.ceil(heightPx / blockPx) }
  const values = new Float32Array(size.widthPx * size.heightPx)
  const all = new Float32Array(values.length)
  const sumRow = (y: number) => {
    const row = Math.floor(y / blockPx) * size.widthPx
    for (let x = 0; x < widthPx; x += LOOKED) {
      const from = (y * widthPx + x) * 4
      const block = row + ((x / blockPx) | 0)
      const green = rgba[from + 1] as number
      const others = (rgba[from] as number) + (rgba[from + 2] as number)
      values[block] = (values[block] as number) + 2 * green - others
      all[block] = (all[block] as number) + green + others
    }
  }
  for (let y = 0; y < heightPx; y += LOOKED) sumRow(y)
  return withEach({ ...size, values }, (own, at) => own / Math.max(1, all[at] as number))
}
