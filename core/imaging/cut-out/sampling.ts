import type { JobContext } from '../../jobs.ts'
import type { FloatPlane } from '../../kernels/kernels.ts'
import { createFloatPlane } from '../pixels.ts'
import { hashNoise } from '../sketch/texture.ts'
import type { Raster } from '../tool.ts'
import { INSIDE, OUTSIDE, type Trimap, UNDECIDED } from './trimap.ts'

const RAYS = 10
const STEP_PX = 2
/** Colour differences below this are noise, in 0..255 units. */
const NOISE = 9

/** Squared colour distance at which a pair is half trusted: about 45 levels. */
const SEPARATE = 2000

/** What colours alone say of the undecided pixels. */
export interface ColourMatte {
  readonly alpha: FloatPlane
  /** 0 where inside and outside look alike, to 1 where one pair explains the pixel. */
  readonly confidence: FloatPlane
}

/**
 * For each undecided pixel the pair of inside and outside colours, met along rays, that best
 * explains it as a mixture (after Gastal & Oliveira 2010, shared sampling). The coarse mask leans
 * on the choice where colours do not tell.
 */
export async function matteByColour(
  job: JobContext,
  picture: Raster,
  trimap: Trimap,
  mask: FloatPlane,
): Promise<ColourMatte> {
  const { widthPx, heightPx } = picture
  const alpha = createFloatPlane(widthPx, heightPx)
  const confidence = createFloatPlane(widthPx, heightPx)
  const sampler = new RaySampler(picture, trimap)
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const at = y * widthPx + x
      const known = trimap.values[at]
      if (known === UNDECIDED) {
        const guess = sampler.explain(x, y, mask.values[at] ?? 0)
        alpha.values[at] = guess.alpha
        confidence.values[at] = guess.confidence
      } else {
        alpha.values[at] = known === INSIDE ? 1 : 0
        confidence.values[at] = 1
      }
    }
    if (y % 16 === 15) await job.checkpoint()
  }
  return { alpha, confidence }
}

interface Guess {
  alpha: number
  confidence: number
}

class RaySampler {
  readonly #picture: Raster
  readonly #trimap: Trimap
  readonly #reachPx: number
  readonly #inside = new Int32Array(RAYS)
  readonly #insideFar = new Float32Array(RAYS)
  readonly #outside = new Int32Array(RAYS)
  readonly #outsideFar = new Float32Array(RAYS)
  readonly #farCost: number
  #insideCount = 0
  #outsideCount = 0
  readonly #guess: Guess = { alpha: 0, confidence: 0 }

  constructor(picture: Raster, trimap: Trimap) {
    this.#picture = picture
    this.#trimap = trimap
    this.#farCost = 2 / Math.max(picture.widthPx, picture.heightPx)
    this.#reachPx = Math.max(picture.widthPx, picture.heightPx) * 0.2
  }

  explain(x: number, y: number, prior: number): Guess {
    this.#collect(x, y)
    const guess = this.#guess
    if (this.#insideCount === 0 || this.#outsideCount === 0) {
      guess.alpha = this.#insideCount > 0 && this.#outsideCount === 0 ? Math.max(prior, 0.5) : prior
      guess.confidence = 0
      return guess
    }
    return this.#bestPair((y * this.#picture.widthPx + x) * 4, prior)
  }

  #collect(x: number, y: number): void {
    this.#insideCount = 0
    this.#outsideCount = 0
    const start = hashNoise(x, y, 31)
    for (let ray = 0; ray < RAYS; ray++) {
      const angle = ((ray + start) / RAYS) * Math.PI * 2
      this.#cast(x, y, Math.cos(angle), Math.sin(angle))
    }
  }

  /** The first inside and the first outside pixel along one ray. */
  #cast(x: number, y: number, dx: number, dy: number): void {
    const { widthPx, heightPx, values } = this.#trimap
    let needInside = true
    let needOutside = true
    for (let far = STEP_PX; far < this.#reachPx && (needInside || needOutside); far += STEP_PX) {
      const px = Math.round(x + dx * far)
      const py = Math.round(y + dy * far)
      if (px < 0 || py < 0 || px >= widthPx || py >= heightPx) return
      const at = py * widthPx + px
      if (needInside && values[at] === INSIDE) {
        this.#inside[this.#insideCount] = at
        this.#insideFar[this.#insideCount++] = far
        needInside = false
      } else if (needOutside && values[at] === OUTSIDE) {
        this.#outside[this.#outsideCount] = at
        this.#outsideFar[this.#outsideCount++] = far
        needOutside = false
      }
    }
  }

  #bestPair(at: number, prior: number): Guess {
    const { rgba } = this.#picture
    const ir = rgba[at] as number
    const ig = rgba[at + 1] as number
    const ib = rgba[at + 2] as number
    let best = Number.POSITIVE_INFINITY
    const guess = this.#guess
    for (let f = 0; f < this.#insideCount; f++) {
      const fa = (this.#inside[f] as number) * 4
      for (let b = 0; b < this.#outsideCount; b++) {
        const ba = (this.#outside[b] as number) * 4
        const br = rgba[ba] as number
        const bg = rgba[ba + 1] as number
        const bb = rgba[ba + 2] as number
        const dr = (rgba[fa] as number) - br
        const dg = (rgba[fa + 1] as number) - bg
        const db = (rgba[fa + 2] as number) - bb
        const apart = dr * dr + dg * dg + db * db
        const along = ((ir - br) * dr + (ig - bg) * dg + (ib - bb) * db) / (apart + NOISE * NOISE)
        const alpha = Math.min(1, Math.max(0, along))
        const er = ir - br - alpha * dr
        const eg = ig - bg - alpha * dg
        const eb = ib - bb - alpha * db
        const miss = er * er + eg * eg + eb * eb
        const far = (this.#insideFar[f] as number) + (this.#outsideFar[b] as number)
        const lean = (alpha - prior) * (alpha - prior)
        const cost = miss / (apart + 400) + far * this.#farCost + lean * 0.25
        if (cost < best) {
          best = cost
          guess.alpha = alpha
          const separation = (apart * apart) / (apart * apart + SEPARATE * SEPARATE)
          guess.confidence = separation * Math.exp(-miss / 500)
        }
      }
    }
    return guess
  }
}
