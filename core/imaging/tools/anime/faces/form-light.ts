import { type Box, smoothstep } from '../../../../pixels/pixels.ts'
import { faceOutline } from '../../../face-points/face-outlines.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import type { LabPlanes } from '../../../face-points/skin-likeness.ts'
import { tonesBetween } from './skin-tones.ts'

/** Light over a head as over an egg, and what of a face's own light that is. */
export interface FormLight {
  readonly values: Float32Array<ArrayBuffer>
  /** How much of the spread of the face's light it tells, 0..1. */
  readonly told: number
  /** How much it grows from side to side, and from brow to chin. */
  readonly across: number
  readonly down: number
}

/** What a form must tell of the light of a face, and how far that must spread, to be painted as its shade. */
const FORM = { told: 0.6, spread: 0.08, aside: 0.5 }
/** How much of a face may lie in such a shade. */
const SHADE = { least: 0.16, most: 0.36 }

/** The light and the shade of a face that is lit so softly that its light alone has no edge. */
export function formShadeOf(form: FormLight | null, lab: LabPlanes, weight: Float32Array) {
  if (form === null || form.told < FORM.told) return null
  // Of a lamp above all that is shaded is the lower half of a face, which would be a beard.
  if (Math.abs(form.across) < FORM.aside * Math.abs(form.down)) return null
  const sorted = [...form.values].filter((_, i) => (weight[i] ?? 0) > 0.3).sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? 0
  if (at(0.95) - at(0.05) < FORM.spread) return null
  const middle = (at(0.05) + at(0.95)) / 2
  const step = Math.min(at(SHADE.most), Math.max(at(SHADE.least), middle))
  return { ...tonesBetween(form.values, lab, weight, [step]), light: form.values }
}

/** From where on a form tells so much of a face's light that its borders go by it, and by how much at most. */
const CALM = { from: 0.55, to: 0.85, share: 0.45 }

/** The light of a face without the bays that cheeks and brows leave in its borders. */
export function calmedBy(
  form: FormLight | null,
  light: Float32Array<ArrayBuffer>,
): Float32Array<ArrayBuffer> {
  const share = form === null ? 0 : CALM.share * smoothstep(CALM.from, CALM.to, form.told)
  if (form === null || share === 0) return light
  return light.map((own, i) => own + ((form.values[i] as number) - own) * share)
}

const TERMS = 4
/** A normal leans no further than this: beyond the egg light goes on as at its edge. */
const EDGE = 0.96

/**
 * The light of a face as a smooth form has it under one lamp (Lambert, least squares): whatever eyes,
 * cheeks and gloss do to it, its shadows end in a plain curve.
 * @param light of a plane that shows `box`
 * @param weight of its pixels, 0..1
 * @returns null where too little is seen
 */
export function formLightOf(
  light: Float32Array,
  weight: Float32Array,
  face: FoundFace,
  box: Box,
  { width, height }: { readonly width: number; readonly height: number },
): FormLight | null {
  const normalAt = normalsOf(face, box, width, height)
  const sums = Array.from({ length: TERMS }, () => new Float64Array(TERMS + 1))
  const n = new Float64Array(TERMS + 1)
  let [whole, sum, squares] = [0, 0, 0]
  for (let i = 0; i < light.length; i++) {
    const w = weight[i] as number
    if (w < 0.3) continue
    normalAt(i, n)
    const own = light[i] as number
    n[TERMS] = own
    for (let r = 0; r < TERMS; r++) {
      const row = sums[r] as Float64Array
      for (let c = 0; c <= TERMS; c++)
        row[c] = (row[c] as number) + (n[r] as number) * (n[c] as number)
    }
    whole++
    sum += own
    squares += own * own
  }
  const spread = squares - (sum * sum) / Math.max(1, whole)
  if (whole < 60 || spread < 1e-9) return null
  const factors = solved(sums, whole * 1e-3)
  const values = new Float32Array(light.length)
  let left = 0
  for (let i = 0; i < values.length; i++) {
    normalAt(i, n)
    let value = 0
    for (let r = 0; r < TERMS; r++) value += (factors[r] as number) * (n[r] as number)
    values[i] = value
    if ((weight[i] as number) >= 0.3) left += (value - (light[i] as number)) ** 2
  }
  return {
    values,
    told: 1 - left / spread,
    across: factors[1] as number,
    down: factors[2] as number,
  }
}

function normalsOf({ across, down, ...face }: FoundFace, box: Box, width: number, height: number) {
  const oval = faceOutline({ across, down, ...face })
  const us = oval.map(({ x, y }) => x * across.x + y * across.y)
  const vs = oval.map(({ x, y }) => x * down.x + y * down.y)
  const [left, right, top, bottom] = [
    Math.min(...us),
    Math.max(...us),
    Math.min(...vs),
    Math.max(...vs),
  ]
  return (i: number, n: Float64Array): void => {
    const x = box.x + (((i % width) + 0.5) * box.width) / width
    const y = box.y + ((Math.floor(i / width) + 0.5) * box.height) / height
    const u = (2 * (x * across.x + y * across.y) - left - right) / (right - left)
    const v = (2 * (x * down.x + y * down.y) - top - bottom) / (bottom - top)
    const by = Math.min(1, EDGE / Math.max(1e-6, Math.sqrt(u * u + v * v)))
    n[0] = 1
    n[1] = u * by
    n[2] = v * by
    n[3] = Math.sqrt(1 - (n[1] ** 2 + n[2] ** 2))
  }
}

/** Gauss, with a little weight against lamps that nothing tells of. */
function solved(rows: readonly Float64Array[], ridge: number): Float64Array {
  for (let r = 1; r < TERMS; r++) {
    const row = rows[r] as Float64Array
    row[r] = (row[r] as number) + ridge
  }
  for (let k = 0; k < TERMS; k++) {
    const pivot = rows[k] as Float64Array
    for (let r = 0; r < TERMS; r++) {
      if (r === k) continue
      const row = rows[r] as Float64Array
      const by = (row[k] as number) / (pivot[k] as number)
      for (let c = k; c <= TERMS; c++) row[c] = (row[c] as number) - by * (pivot[c] as number)
    }
  }
  return Float64Array.from(rows, (row, k) => (row[TERMS] as number) / (row[k] as number))
}
