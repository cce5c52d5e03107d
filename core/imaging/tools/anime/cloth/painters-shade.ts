import type { Kernels } from '../../../../kernels/kernels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { unitPxOf } from '../study.ts'

/** Forms are wide and are looked at in a copy in which a pixel is so large, thousandths. */
const COPY = 4
/** How far from its outline a garment is round, and over how far its own light is smoothed, as shares of the root of its area. */
const REACH = { form: 0.16, light: 0.09 }
/** How steep a form is where it counts for a half. */
const STEEP = 0.5
/** Where the lamp stands: aside rather than above, as a shade along a side is long and one at a hem is a puddle; never below. */
const LAMP = { aside: 0.92, above: 0.39 }
/** How much the light that the photo has counts against the form, and how far it spreads at least, OKLab: less is noise. */
const OWN = { weight: 0.5, least: 0.03 }
/** So much of a garment lies in the shade. */
const SHADE = 0.3
/** Every which place tells how much of it that is. */
const ASKED = 5
/** Less of a place is none of a garment. */
const SOME = 0.02

/** Beyond its outline a form goes on for as long as it is felt so much, as places between pixels of the copy are asked. */
const NEAR = 1e-3

/** A garment in the small copy. */
interface SmallGarment {
  /** How much of each place is it, 0..1. */
  readonly share: Float32Array<ArrayBuffer>
  /** The sum of its light there. */
  readonly light: Float32Array<ArrayBuffer>
}

/** The small copy. */
interface Copy {
  readonly widthPx: number
  readonly heightPx: number
  /** How many pixels of the picture one of it is wide. */
  readonly by: number
}

/**
 * Shades garments as a painter does: along the side that turns from the light, as if cloth were round between its
 * outlines (Johnston 2002), with the photo's own soft light, so that shades are long, smooth and taper. The lamp stands
 * on the side from which light falls on all of them.
 * @param light of garments
 * @param garmentAt the number of the garment at a place, below 0 for none
 * @param isSoft 1 for each that is shaded, by its number
 * @returns of each place of these 1 in the shade and 2 in the light; 0 elsewhere
 */
export function shadesOf(
  kernels: Kernels,
  light: FloatPlane,
  garmentAt: (at: number) => number,
  isSoft: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const shades = new Uint8Array(light.values.length)
  if (!isSoft.includes(1)) return shades
  const by = Math.max(1, Math.round(COPY * unitPxOf(light)))
  const copy = {
    by,
    widthPx: Math.ceil(light.widthPx / by),
    heightPx: Math.ceil(light.heightPx / by),
  }
  const garments = smallGarments(light, garmentAt, isSoft, copy)
  const forms = garments.map((own) => (own === null ? null : formOf(kernels, copy, own)))
  const side = forms.reduce((sum, form) => sum + (form?.lit ?? 0), 0) < 0 ? -1 : 1
  const above = garments.map((own, garment) => {
    const form = forms[garment]
    if (!own || !form) return null
    const lit = litIn(form, own.share, side)
    // What the photo has darker on the lamp's side is shaded there.
    return isLighter(form, own.share, lit) ? lit : litIn(form, own.share, side === 1 ? -1 : 1)
  })
  for (let y = 0; y < light.heightPx; y++)
    shadeRow(shades, light.widthPx, y, garmentAt, above, copy)
  return shades
}

/** Shades a row of the picture: what is lit is bilinear between places of the copy. */
function shadeRow(
  shades: Uint8Array,
  widthPx: number,
  y: number,
  garmentAt: (at: number) => number,
  lits: readonly (Float32Array | null)[],
  copy: Copy,
): void {
  const { by, widthPx: wide, heightPx: tall } = copy
  const down = (y + 0.5) / by - 0.5
  const top = Math.max(0, Math.min(tall - 2, Math.floor(down)))
  const v = down - top
  for (let x = 0; x < widthPx; x++) {
    const garment = garmentAt(y * widthPx + x)
    const lit = garment < 0 ? null : lits[garment]
    if (!lit) continue
    const across = (x + 0.5) / by - 0.5
    const left = Math.max(0, Math.min(wide - 2, Math.floor(across)))
    const u = across - left
    const at = top * wide + left
    const upper = (lit[at] as number) * (1 - u) + (lit[at + 1] as number) * u
    const lower = (lit[at + wide] as number) * (1 - u) + (lit[at + wide + 1] as number) * u
    shades[y * widthPx + x] = upper * (1 - v) + lower * v < 0 ? 1 : 2
  }
}

function smallGarments(
  { widthPx, heightPx, values }: FloatPlane,
  garmentAt: (at: number) => number,
  isSoft: Uint8Array,
  copy: Copy,
): readonly (SmallGarment | null)[] {
  const plane = () => new Float32Array(copy.widthPx * copy.heightPx)
  const garments = Array.from(isSoft, (is) =>
    is === 1 ? { share: plane(), light: plane() } : null,
  )
  const each = 1 / copy.by ** 2
  const addRow = (y: number) => {
    const row = Math.floor(y / copy.by) * copy.widthPx
    for (let x = 0; x < widthPx; x++) {
      const garment = garmentAt(y * widthPx + x)
      const own = garment < 0 ? null : garments[garment]
      if (!own) continue
      const at = row + Math.floor(x / copy.by)
      own.share[at] = (own.share[at] as number) + each
      own.light[at] = (own.light[at] as number) + each * (values[y * widthPx + x] as number)
    }
  }
  for (let y = 0; y < heightPx; y++) addRow(y)
  return garments
}

/** How a garment turns from somebody who looks at it, -1..1, and its own light. */
interface Form {
  /** To the right, and down. */
  readonly right: Float32Array
  readonly down: Float32Array
  readonly light: Float32Array
  /** How much lighter it is where it turns to the right. */
  readonly lit: number
}

function formOf(
  kernels: Kernels,
  { widthPx, heightPx }: Copy,
  { share, light }: SmallGarment,
): Form {
  const root = Math.sqrt(share.reduce((sum, own) => sum + own, 0))
  const blurred = (values: Float32Array<ArrayBuffer>, reach: number) =>
    kernels.gaussian({ widthPx, heightPx, values }, Math.max(1, reach * root)).values
  const round = blurred(share, REACH.form)
  const [weight, sums] = [blurred(share, REACH.light), blurred(light, REACH.light)]
  const plane = () => new Float32Array(share.length)
  const form = { right: plane(), down: plane(), light: plane(), lit: 0 }
  const reachPx = REACH.form * root
  const lookAlong = (y: number) => {
    const [above, below] = [Math.max(0, y - 1) * widthPx, Math.min(heightPx - 1, y + 1) * widthPx]
    for (let x = 0; x < widthPx; x++) {
      const at = y * widthPx + x
      if ((round[at] as number) < NEAR) continue
      const times = reachPx / 2 / Math.max(SOME, round[at] as number)
      const left = round[y * widthPx + Math.max(0, x - 1)] as number
      const right = round[y * widthPx + Math.min(widthPx - 1, x + 1)] as number
      const u = (left - right) * times
      const v = ((round[above + x] as number) - (round[below + x] as number)) * times
      const steep = Math.sqrt(u * u + v * v + STEEP ** 2)
      form.right[at] = u / steep
      form.down[at] = v / steep
      form.light[at] = (sums[at] as number) / Math.max(SOME, weight[at] as number)
      form.lit += (share[at] as number) * (form.right[at] as number) * (form.light[at] as number)
    }
  }
  for (let y = 0; y < heightPx; y++) lookAlong(y)
  return form
}

/** Of each place of a garment how much lighter it is than where its shade ends. @param side 1 where light falls from the right, or else -1 */
function litIn({ right, down, light }: Form, share: Float32Array, side: 1 | -1): Float32Array {
  const turned = right.map((own, at) => LAMP.aside * side * own - LAMP.above * (down[at] as number))
  const [form, own] = [evened(turned, share, 0), evened(light, share, OWN.least)]
  const lit = form.map((value, at) => value + OWN.weight * (own[at] as number))
  const asked: number[] = []
  for (let at = 0; at < lit.length; at += ASKED) {
    if ((share[at] as number) > 0.5) asked.push(lit[at] as number)
  }
  const within = Float32Array.from(asked).sort()
  const step = within[Math.floor(SHADE * within.length)] ?? 0
  return lit.map((value) => value - step)
}

/** Whether a garment is lighter where it is lit than in its shade. */
function isLighter({ light }: Form, share: Float32Array, lit: Float32Array): boolean {
  let [shade, shades, bright, lights] = [0, 0, 0, 0]
  for (let at = 0; at < lit.length; at++) {
    const own = share[at] as number
    const value = light[at] as number
    if ((lit[at] as number) < 0) {
      shade += own * value
      shades += own
    } else {
      bright += own * value
      lights += own
    }
  }
  return bright * shades >= shade * lights
}

/** Values with a mean of 0 and a spread of 1 over a garment. @param least spread that is seen as it is */
function evened(values: Float32Array, share: Float32Array, least: number): Float32Array {
  let [sum, square, count] = [0, 0, 0]
  for (let at = 0; at < values.length; at++) {
    const own = share[at] as number
    const value = values[at] as number
    sum += own * value
    square += own * value * value
    count += own
  }
  const mean = sum / Math.max(1, count)
  const spread = Math.sqrt(Math.max(1e-9, square / Math.max(1, count) - mean * mean))
  return values.map((value) => (value - mean) / Math.max(least, spread))
}
