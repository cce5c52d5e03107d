import type { OkLab } from '../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import type { Raster } from '../../../../pixels/raster.ts'
import type { Point } from '../../../face-points/face-points.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import { drawShape, type Rows, type Shape } from '../../../face-points/shapes.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { FacePen } from './eyes.ts'
import { isClear, lidsOf } from './eyes.ts'
import { faceShapes } from './face-shapes.ts'
import { type FaceSkin, faceSkinOf } from './face-skin.ts'
import { rgbOf } from './samples.ts'

/** A face smaller than this against the picture's longer side is left to paint and ink. */
const WIDTH_MIN = 60 / 1024
/** In a face that is turned further than this one eye is but guessed. */
const FRONTAL_MIN = 0.13

/** What skin is painted with over the paint, for some rows. */
export interface SkinRows {
  /** 0 the paint to 1 the skin. */
  readonly share: Float32Array
  readonly rgb: Uint8ClampedArray
}

interface DrawnFace {
  readonly skin: FaceSkin
  readonly colours: readonly (readonly number[])[]
  readonly shapes: readonly Shape[]
}

/** Faces as they are drawn over a painted picture of any size; any rows are as in the whole. */
export class FaceDrawing {
  readonly #faces: readonly DrawnFace[]
  readonly #scale: number

  constructor(faces: readonly DrawnFace[], scale: number) {
    this.#scale = scale
    this.#faces = faces.map((face) => ({
      ...face,
      shapes: face.shapes.map((shape) => scaled(shape, scale)),
    }))
  }

  /** Skin of the rows, or null where there is no face in them. */
  skin(topPx: number, widthPx: number, heightPx: number): SkinRows | null {
    let rows: { share: Float32Array; rgb: Uint8ClampedArray } | null = null
    for (const { skin, colours } of this.#faces) {
      const { box } = skin
      const from = Math.max(0, Math.ceil(box.y * this.#scale) - topPx)
      const to = Math.min(heightPx, Math.floor((box.y + box.height) * this.#scale) - topPx)
      if (to <= from) continue
      rows ??= {
        share: new Float32Array(widthPx * heightPx),
        rgb: new Uint8ClampedArray(widthPx * heightPx * 3),
      }
      for (let y = from; y < to; y++) this.#skinRow(skin, colours, topPx + y, widthPx, y, rows)
    }
    return rows
  }

  #skinRow(
    { box, light, share, near, steps }: FaceSkin,
    colours: readonly (readonly number[])[],
    y: number,
    widthPx: number,
    row: number,
    into: { share: Float32Array; rgb: Uint8ClampedArray },
  ): void {
    const scale = this.#scale
    const left = Math.max(0, Math.ceil(box.x * scale))
    const right = Math.min(widthPx, Math.floor((box.x + box.width) * scale))
    const v = (((y + 0.5) / scale - box.y) * light.heightPx) / box.height - 0.5
    const top = Math.min(light.heightPx - 1, Math.max(0, Math.floor(v)))
    const below = Math.min(light.heightPx - 1, top + 1)
    const dv = Math.min(1, Math.max(0, v - top))
    for (let x = left; x < right; x++) {
      const u = (((x + 0.5) / scale - box.x) * light.widthPx) / box.width - 0.5
      const first = Math.min(light.widthPx - 1, Math.max(0, Math.floor(u)))
      const next = Math.min(light.widthPx - 1, first + 1)
      const du = Math.min(1, Math.max(0, u - first))
      const read = ({ widthPx: w, values }: { widthPx: number; values: Float32Array }) => {
        const a = values[top * w + first] ?? 0
        const b = values[top * w + next] ?? 0
        const c = values[below * w + first] ?? 0
        const d = values[below * w + next] ?? 0
        return (a + (b - a) * du) * (1 - dv) + (c + (d - c) * du) * dv
      }
      const covers = smoothstep(0.3, 0.7, read(share)) * read(near)
      const at = row * widthPx + x
      if (covers <= (into.share[at] ?? 0)) continue
      into.share[at] = covers
      const tone = read(light)
      for (let c = 0; c < 3; c++) {
        let value = colours[0]?.[c] ?? 0
        steps.forEach((step, k) => {
          value +=
            ((colours[k + 1]?.[c] ?? 0) - value) * smoothstep(step - 0.006, step + 0.006, tone)
        })
        into.rgb[at * 3 + c] = value
      }
    }
  }

  /** Draws eyes, brows, nose, lips and jaw on painted rows. */
  draw(rows: Rows): void {
    for (const { shapes } of this.#faces) for (const shape of shapes) drawShape(rows, shape)
  }
}

const scaled = ({ outline, within, ...shape }: Shape, scale: number): Shape => {
  const larger = (points: readonly Point[]) =>
    points.map(({ x, y }) => ({ x: x * scale, y: y * scale }))
  return within === undefined
    ? { ...shape, outline: larger(outline) }
    : { ...shape, outline: larger(outline), within: larger(within) }
}

/**
 * Prepares the faces of a picture. Small, hidden and turned ones get their skin alone, and keep the
 * features that the paint leaves them.
 * @param contrast of the skin's tones, 1 as they are
 */
export async function prepareFaces(
  env: ToolEnvironment,
  picture: Raster,
  found: readonly FoundFace[],
  pen: FacePen,
  contrast: number,
): Promise<readonly DrawnFace[]> {
  const longPx = Math.max(picture.widthPx, picture.heightPx)
  const drawn: DrawnFace[] = []
  for (const face of found) {
    if (face.widthPx < WIDTH_MIN * longPx) continue
    const isDrawn = canBeDrawn(picture, face)
    const skin = faceSkinOf(env.kernels, picture, face, isDrawn)
    await env.checkpoint()
    if (skin === null) continue
    const base = skin.tone
    const tones = withContrast(skin.tones, base, contrast)
    drawn.push({
      skin,
      colours: tones.map(rgbOf),
      shapes: isDrawn ? faceShapes(picture, face, base, pen) : [],
    })
  }
  return drawn
}

function canBeDrawn(picture: Raster, face: FoundFace): boolean {
  if (face.frontal < FRONTAL_MIN) return false
  return (['right', 'left'] as const).every((side) => isClear(picture, lidsOf(face, side)))
}

/** A light on skin is no more than this above its tone, a shadow this below: more would be a mask. */
const LIGHTER = 0.055
const DARKER = 0.1

/** Tones about the middle one, which is the skin's own, in one hue. */
function withContrast(tones: readonly OkLab[], base: OkLab, contrast: number): OkLab[] {
  return tones.map(([light, a, b]) => {
    const apart = (light - base[0]) * contrast
    const kept =
      apart > 0 ? LIGHTER * Math.tanh(apart / LIGHTER) : DARKER * Math.tanh(apart / DARKER)
    const toned = base[0] + kept
    const share = toned / Math.max(0.05, base[0])
    return [toned, (a + base[1] * share) / 2, (b + base[2] * share) / 2]
  })
}
