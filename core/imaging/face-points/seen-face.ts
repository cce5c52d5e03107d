import type { Kernels } from '../../kernels/kernels.ts'
import { type OkLab, toOkLab } from '../../pixels/oklab.ts'
import { type Box, clampBox, cropRaster, smoothstep } from '../../pixels/pixels.ts'
import type { Raster } from '../../pixels/raster.ts'
import { type Point, pointsOf } from './face-points.ts'
import type { FoundFace } from './find-faces.ts'
import { besideOf } from './followed-line.ts'

/** How large a face is looked at, px across. */
const LOOKED_PX = 200
/** Half the width of a thin and of a thick frame, beside which there is skin. */
const BESIDE = [0.018, 0.032] as const
/** A frame is no ellipse: it may lie a little beside. */
const SHIFTS = { fine: [-0.014, -0.007, 0, 0.007, 0.014], coarse: [-0.011, 0, 0.011] } as const
/** What a frame is darker by than what lies on both of its sides, OKLab. */
const DARKER = 0.06
/** A frame's own thickness. */
const THICK = { least: 0.012, most: 0.032, step: 0.004 }

/** A face's light, at a size at which a frame's width is known. */
export class SeenFace {
  readonly #face: FoundFace
  readonly #box: Box
  readonly #small: Raster
  readonly #light: Float32Array

  /** @param smoothed how far its light is smoothed, face widths */
  constructor(kernels: Kernels, picture: Raster, face: FoundFace, smoothed = 0) {
    const oval = pointsOf(face.points, 'faceOval')
    const [xs, ys] = [oval.map(({ x }) => x), oval.map(({ y }) => y)]
    const room = 0.1 * face.widthPx
    const [x, y] = [Math.min(...xs) - room, Math.min(...ys) - room]
    const whole = { x, y, width: Math.max(...xs) + room - x, height: Math.max(...ys) + room - y }
    this.#face = face
    this.#box = clampBox(whole, picture.widthPx, picture.heightPx)
    const scale = Math.min(1, LOOKED_PX / face.widthPx)
    const crop = cropRaster(picture, this.#box)
    const [width, height] = [crop.widthPx, crop.heightPx].map((px) =>
      Math.max(1, Math.round(px * scale)),
    )
    this.#small = scale < 1 ? kernels.resizeArea(crop, width ?? 1, height ?? 1) : crop
    const colour: OkLab = [0, 0, 0]
    const { rgba } = this.#small
    const values = new Float32Array(rgba.length / 4)
    for (let at = 0; at < values.length; at++) {
      toOkLab(rgba[at * 4] ?? 0, rgba[at * 4 + 1] ?? 0, rgba[at * 4 + 2] ?? 0, colour)
      values[at] = colour[0]
    }
    const sigma = smoothed * face.widthPx * scale
    const plane = { widthPx: this.#small.widthPx, heightPx: this.#small.heightPx, values }
    this.#light = sigma > 0.5 ? kernels.gaussian(plane, sigma).values : values
  }

  #indexAt({ x, y }: Point): number {
    const { widthPx, heightPx } = this.#small
    const u = Math.floor(((x - this.#box.x) * widthPx) / this.#box.width)
    const v = Math.floor(((y - this.#box.y) * heightPx) / this.#box.height)
    const column = Math.min(widthPx - 1, Math.max(0, u))
    return Math.min(heightPx - 1, Math.max(0, v)) * widthPx + column
  }

  /** Lightness of a place, OKLab. */
  lightAt(p: Point): number {
    return this.#light[this.#indexAt(p)] ?? 0
  }

  /** How much darker a line is at its places than what lies on both sides, OKLab. */
  lines(
    line: readonly Point[],
    shifts: readonly number[] = SHIFTS.fine,
    sides: readonly number[] = BESIDE,
  ): number[] {
    const { widthPx } = this.#face
    return line.map((p, i) => {
      const beside = besideOf(line, i)
      const at = (by: number) => this.lightAt(along(p, beside, by * widthPx))
      let most = 0
      for (const shift of shifts) {
        const own = at(shift)
        for (const far of sides) {
          most = Math.max(most, Math.min(at(shift - far), at(shift + far)) - own)
        }
      }
      return most
    })
  }

  /**
   * How much darker a place is than what lies on both sides of it, against their light: the more,
   * the deeper a fold is there. Below 0 on a slope.
   * @param sign -1 for how much lighter it is
   */
  depth(p: Point, beside: Point, sides: readonly number[], sign: 1 | -1 = 1): number {
    const own = this.lightAt(p)
    const depths = sides.map((far) => {
      const by = far * this.#face.widthPx
      const [one, other] = [this.lightAt(along(p, beside, by)), this.lightAt(along(p, beside, -by))]
      return Math.min(sign * (one - own), sign * (other - own)) / Math.max(0.2, one, other)
    })
    return Math.max(...depths)
  }

  /** How much lighter it is beyond a place than on this side of it, OKLab. @param far of both, face widths */
  step(p: Point, beyond: Point, far: number): number {
    const by = far * this.#face.widthPx
    return this.lightAt(along(p, beyond, by)) - this.lightAt(along(p, beyond, -by))
  }

  /** Of a rim that is tried: every second place, coarsely. */
  strength(line: readonly Point[]): number {
    const places = line.filter((_, i) => i % 2 === 0)
    const lines = this.lines(places, SHIFTS.coarse)
    return lines.reduce((sum, by) => sum + smoothstep(0.02, 2 * DARKER, by), 0)
  }

  share(line: readonly Point[]): number {
    return this.areLines(line).filter(Boolean).length / Math.max(1, line.length)
  }

  /** In face widths. */
  thickness(line: readonly Point[]): number {
    const found = line.map((p, i) => {
      const beside = besideOf(line, i)
      const lights: number[] = []
      for (let by = -THICK.most; by <= THICK.most; by += THICK.step) {
        lights.push(this.lightAt(along(p, beside, by * this.#face.widthPx)))
      }
      const half = (Math.min(...lights) + Math.max(...lights)) / 2
      return lights.filter((light) => light < half).length * THICK.step
    })
    const middle = found.sort((a, b) => a - b)[found.length >> 1] ?? THICK.least
    return Math.min(THICK.most, Math.max(THICK.least, middle))
  }

  /** Whether each place of a line is darker than what lies on both sides. */
  areLines = (line: readonly Point[]): boolean[] => this.lines(line).map((by) => by > DARKER)

  /** The darkest colour close to each place of a line. */
  darkest(line: readonly Point[]): OkLab[] {
    const { rgba } = this.#small
    return line.map((p, i): OkLab => {
      const beside = besideOf(line, i)
      let darkest = this.#indexAt(p)
      for (const by of [-0.021, -0.014, -0.007, 0.007, 0.014, 0.021]) {
        const at = this.#indexAt(along(p, beside, by * this.#face.widthPx))
        if ((this.#light[at] ?? 0) < (this.#light[darkest] ?? 0)) darkest = at
      }
      const colour: OkLab = [0, 0, 0]
      const from = darkest * 4
      toOkLab(rgba[from] ?? 0, rgba[from + 1] ?? 0, rgba[from + 2] ?? 0, colour)
      return colour
    })
  }
}

const along = (p: Point, by: Point, px: number): Point => ({
  x: p.x + by.x * px,
  y: p.y + by.y * px,
})
