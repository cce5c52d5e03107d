import type { Kernels } from '../../../../kernels/kernels.ts'
import { type OkLab, toOkLab } from '../../../../pixels/oklab.ts'
import {
  type Box,
  clampBox,
  createFloatPlane,
  cropRaster,
  smoothstep,
} from '../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import { type Point, pointsOf } from '../../../face-points/face-points.ts'
import type { FoundFace } from './find-faces.ts'
import { drawShape } from './shapes.ts'

/** The skin of a face as a few flat tones that end where its light does. */
export interface FaceSkin {
  /** Where it lies, in the picture it was made of, and how much larger that is. */
  readonly box: Box
  /** Light of the skin, as if it had no features, OKLab. */
  readonly light: FloatPlane
  /** 1 where skin is to be painted. */
  readonly share: FloatPlane
  /** Fades out where the face ends, over neck and shoulders. */
  readonly near: FloatPlane
  /** The mean of the face's skin. */
  readonly tone: OkLab
  /** From the darkest on. */
  readonly tones: readonly OkLab[]
  /** Light from which the next tone begins. */
  readonly steps: readonly number[]
}

/** Side of the planes. */
const SIDE_PX = 256
const ABOUT = 0.06
/** How far beyond the face's oval its skin is looked for, in face widths: hairline, neck, ears. */
const BEYOND = { up: 0.42, down: 0.42, aside: 0.04 }
/** What lies there must be more like the skin by this. */
const OUTSIDE_STRICT = 0.55
/** Skin darker than this is known by its light alone beyond the oval. */
const DARK = 0.42
/** How softly that ends. */
const FADE = 0.05
/** Smoothing of the light, in face widths: what is smaller is texture. */
const SOFT = 0.05
const TONES = 3
/** Tones nearer than this are one. */
const TONES_APART = 0.075
const ROUNDS = 12

/** Draws outlines into a plane of 0..1. */
function maskOf(
  outlines: readonly (readonly Point[])[],
  width: number,
  height: number,
  at: (point: Point) => Point,
): FloatPlane {
  const rows = {
    topPx: 0,
    widthPx: width,
    heightPx: height,
    rgba: new Uint8ClampedArray(width * height * 4),
  }
  for (const outline of outlines) {
    drawShape(rows, { outline: outline.map(at), colour: [255, 255, 255], opacity: 1 })
  }
  const plane = createFloatPlane(width, height)
  for (let i = 0; i < plane.values.length; i++) plane.values[i] = (rows.rgba[i * 4] ?? 0) / 255
  return plane
}

/** Outlines of what is drawn anew: under them lies skin. */
function featureOutlines({
  points,
  widthPx,
  across,
  down,
}: FoundFace): readonly (readonly Point[])[] {
  const grown = (outline: readonly Point[], x: number, y: number) => {
    const middle = { x: 0, y: 0 }
    for (const p of outline) {
      middle.x += p.x / outline.length
      middle.y += p.y / outline.length
    }
    return outline.map((p) => {
      const u = (p.x - middle.x) * across.x + (p.y - middle.y) * across.y
      const v = (p.x - middle.x) * down.x + (p.y - middle.y) * down.y
      const du = u + Math.sign(u) * x * widthPx
      const dv = v + Math.sign(v) * y * widthPx
      return {
        x: middle.x + du * across.x + dv * down.x,
        y: middle.y + du * across.y + dv * down.y,
      }
    })
  }
  const ring = (top: Parameters<typeof pointsOf>[1], bottom: Parameters<typeof pointsOf>[1]) => [
    ...pointsOf(points, top),
    ...pointsOf(points, bottom).toReversed(),
  ]
  return [
    grown(ring('rightUpperLid', 'rightLowerLid'), 0.03, 0.035),
    grown(ring('leftUpperLid', 'leftLowerLid'), 0.03, 0.035),
    grown(ring('rightBrowTop', 'rightBrowBottom'), 0.02, 0.02),
    grown(ring('leftBrowTop', 'leftBrowBottom'), 0.02, 0.02),
    grown(ring('lipsTop', 'lipsBottom'), 0.015, 0.015),
  ]
}

/** @param isDrawn whether eyes, brows and lips are drawn anew */
export function faceSkinOf(
  kernels: Kernels,
  picture: Raster,
  face: FoundFace,
  isDrawn: boolean,
): FaceSkin | null {
  const oval = pointsOf(face.points, 'faceOval')
  const around = beyond(oval, face)
  const box = boxAbout(around, face.widthPx * ABOUT, picture)
  const width = Math.max(8, Math.round((SIDE_PX * box.width) / Math.max(box.width, box.height)))
  const height = Math.max(8, Math.round((SIDE_PX * box.height) / Math.max(box.width, box.height)))
  const crop = cropRaster(picture, box)
  const small = kernels[box.width > width ? 'resizeArea' : 'resizeLanczos3'](crop, width, height)
  const place = (p: Point) => ({
    x: ((p.x - box.x) * width) / box.width,
    y: ((p.y - box.y) * height) / box.height,
  })
  const inside = maskOf([oval], width, height, place).values
  const features = maskOf(featureOutlines(face), width, height, place).values
  const facePx = (face.widthPx * width) / box.width
  const plane = (values: Float32Array<ArrayBuffer>): FloatPlane => ({
    widthPx: width,
    heightPx: height,
    values,
  })
  const near = kernels.gaussian(
    maskOf([beyond(oval, face, 0.8)], width, height, place),
    FADE * facePx,
  )
  const lab = labOf(small)
  const bare = lab.light.map((_, i) => ((inside[i] ?? 0) > 0.9 && (features[i] ?? 0) < 0.1 ? 1 : 0))
  const about = maskOf([beyond(oval, face, 0.6)], width, height, place).values
  const likeness = likenessOf(lab, bare, inside, about)
  if (likeness === null) return null
  const sure = kernels.gaussian(
    plane(Float32Array.from(likeness, (v, i) => ((features[i] ?? 0) > 0.1 ? 0 : v))),
    1,
  )
  const weight = sure.values.map((v) => v + 1e-4)
  const own = weight.map((v, i) => v * (inside[i] ?? 0))
  const blurred = (values: Float32Array<ArrayBuffer>, sigma: number) =>
    kernels.gaussian(plane(values), sigma).values
  const sigma = Math.max(1.2, SOFT * facePx)
  const over = blurred(weight, sigma)
  const lit = blurred(
    Float32Array.from(weight, (w, i) => w * (lab.light[i] ?? 0)),
    sigma,
  )
  const wideOver = blurred(weight, sigma * 4)
  const wideLit = blurred(
    Float32Array.from(weight, (w, i) => w * (lab.light[i] ?? 0)),
    sigma * 4,
  )
  const light = over.map((w, i) => {
    const near = (lit[i] ?? 0) / w
    const trust = smoothstep(0.02, 0.3, w)
    return near * trust + ((wideLit[i] ?? 0) / (wideOver[i] ?? 1)) * (1 - trust)
  })
  const share = plane(
    Float32Array.from(inside, (v, i) => {
      const skin = sure.values[i] ?? 0
      const feature = Math.min(v, features[i] ?? 0)
      return isDrawn ? Math.max(skin, feature) : skin * (1 - (features[i] ?? 0))
    }),
  )
  const { tone, tones, steps } = tonesOf(light, lab, own)
  return { box, light: plane(light), share: kernels.gaussian(share, 1), near, tone, tones, steps }
}

/** The oval grown over forehead, ears and neck, by a part of what it may grow. */
function beyond(oval: readonly Point[], { widthPx, down, across }: FoundFace, part = 1): Point[] {
  const middle = { x: 0, y: 0 }
  for (const p of oval) {
    middle.x += p.x / oval.length
    middle.y += p.y / oval.length
  }
  return oval.map((p) => {
    const u = (p.x - middle.x) * across.x + (p.y - middle.y) * across.y
    const v = (p.x - middle.x) * down.x + (p.y - middle.y) * down.y
    const height = (v / widthPx) * 1.6
    const dv = Math.sign(v) * Math.min(1, height * height) * (v < 0 ? BEYOND.up : BEYOND.down)
    const du = Math.sign(u) * BEYOND.aside
    const [x, y] = [du * widthPx * part, dv * widthPx * part]
    return { x: p.x + x * across.x + y * down.x, y: p.y + x * across.y + y * down.y }
  })
}

function boxAbout(outline: readonly Point[], about: number, picture: Raster): Box {
  const xs = outline.map(({ x }) => x)
  const ys = outline.map(({ y }) => y)
  const [x, y] = [Math.min(...xs) - about, Math.min(...ys) - about]
  const whole = { x, y, width: Math.max(...xs) + about - x, height: Math.max(...ys) + about - y }
  return clampBox(whole, picture.widthPx, picture.heightPx)
}

interface LabPlanes {
  readonly light: Float32Array<ArrayBuffer>
  readonly a: Float32Array<ArrayBuffer>
  readonly b: Float32Array<ArrayBuffer>
}

function labOf({ widthPx, heightPx, rgba }: Raster): LabPlanes {
  const count = widthPx * heightPx
  const planes = {
    light: new Float32Array(count),
    a: new Float32Array(count),
    b: new Float32Array(count),
  }
  const colour: OkLab = [0, 0, 0]
  for (let i = 0; i < count; i++) {
    toOkLab(rgba[i * 4] ?? 0, rgba[i * 4 + 1] ?? 0, rgba[i * 4 + 2] ?? 0, colour)
    ;[planes.light[i], planes.a[i], planes.b[i]] = colour
  }
  return planes
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

/**
 * How much each pixel is this face's skin: by its colour against its light, which shade leaves alone.
 * Null where a face shows too little of it.
 */
function likenessOf(
  { light, a, b }: LabPlanes,
  bare: Float32Array,
  inside: Float32Array,
  about: Float32Array,
): Float32Array | null {
  const picked: number[] = []
  bare.forEach((v, i) => {
    if (v > 0 && (light[i] ?? 0) > 0.08) picked.push(i)
  })
  if (picked.length < 60) return null
  const of = (value: (i: number) => number) => median(picked.map(value))
  const tone = of((i) => light[i] ?? 0)
  const red = of((i) => (a[i] ?? 0) / (light[i] ?? 1))
  const yellow = of((i) => (b[i] ?? 0) / (light[i] ?? 1))
  const away = (i: number) =>
    Math.hypot(
      (a[i] ?? 0) / Math.max(0.08, light[i] ?? 0) - red,
      (b[i] ?? 0) / Math.max(0.08, light[i] ?? 0) - yellow,
    )
  const spread = Math.min(0.07, Math.max(0.03, of(away)))
  // In the dark hues are noise: hair and night are no skin.
  const outside = (0.5 + 0.5 * smoothstep(0.34, 0.46, tone)) * OUTSIDE_STRICT
  return light.map((own, i) => {
    const within = inside[i] ?? 0
    // About dark skin hair and night are darker still, and its shine has the colour of the light.
    if (within <= 0.5 && tone < DARK && (about[i] ?? 0) > 0.5) {
      return smoothstep(tone * 0.72, tone * 0.85, own)
    }
    const wide = within > 0.5 ? 1 : outside
    const near = 1 - smoothstep(spread * 2 * wide, spread * 3.4 * wide, away(i))
    const least = within > 0.5 ? 0.42 : 0.42 + 0.3 * (1 - smoothstep(0.34, 0.46, tone))
    const dark = smoothstep(tone * least, tone * (least + 0.18), own)
    // What is lighter there may be the forehead's shine, which is no darker than the tone.
    const apart = own > tone ? (own - tone) * 0.6 : tone - own
    const lit = within > 0.5 ? 1 : 1 - smoothstep(0.12, 0.18, apart)
    return near * dark * lit
  })
}

/** A few tones of the light by k-means, coloured as the skin is there. */
function tonesOf(light: Float32Array, lab: LabPlanes, weight: Float32Array) {
  let centres = startOf(light, weight)
  for (let round = 0; round < ROUNDS; round++) {
    const sums = centres.map(() => [0, 0])
    light.forEach((v, i) => {
      const sum = sums[nearest(centres, v)]
      if (sum === undefined || (weight[i] ?? 0) < 0.3) return
      sum[0] = (sum[0] ?? 0) + v
      sum[1] = (sum[1] ?? 0) + 1
    })
    centres = centres.map((c, k) =>
      (sums[k]?.[1] ?? 0) > 0 ? (sums[k]?.[0] ?? 0) / (sums[k]?.[1] ?? 1) : c,
    )
    if (round === ROUNDS >> 1) centres = apart(centres)
  }
  centres = apart(centres)
  const sums = centres.map((): [number, number, number, number] => [0, 0, 0, 0])
  light.forEach((v, i) => {
    const sum = sums[nearest(centres, v)]
    if (sum === undefined || (weight[i] ?? 0) < 0.3) return
    sum[0] += lab.light[i] ?? 0
    sum[1] += lab.a[i] ?? 0
    sum[2] += lab.b[i] ?? 0
    sum[3]++
  })
  const tones = sums.map(
    ([l, a, b, n]): OkLab => [l / Math.max(1, n), a / Math.max(1, n), b / Math.max(1, n)],
  )
  const count = Math.max(
    1,
    sums.reduce((sum, [, , , n]) => sum + n, 0),
  )
  const meanOf = (c: 0 | 1 | 2) => sums.reduce((sum, values) => sum + values[c], 0) / count
  const tone: OkLab = [meanOf(0), meanOf(1), meanOf(2)]
  const steps = centres.slice(1).map((c, k) => (c + (centres[k] ?? c)) / 2)
  return { tone, tones, steps }
}

function startOf(light: Float32Array, weight: Float32Array): number[] {
  const sorted = [...light].filter((_, i) => (weight[i] ?? 0) > 0.3).sort((a, b) => a - b)
  return Array.from(
    { length: TONES },
    (_, k) => sorted[Math.floor(((k + 0.5) / TONES) * sorted.length)] ?? 0.5,
  )
}

function apart(centres: readonly number[]): number[] {
  const kept: number[] = []
  for (const centre of centres) {
    const last = kept.at(-1)
    if (last !== undefined && centre - last < TONES_APART)
      kept[kept.length - 1] = (centre + last) / 2
    else kept.push(centre)
  }
  return kept
}

function nearest(centres: readonly number[], value: number): number {
  let best = 0
  centres.forEach((centre, k) => {
    if (Math.abs(centre - value) < Math.abs((centres[best] ?? 0) - value)) best = k
  })
  return best
}
