import type { Kernels } from '../../../../kernels/kernels.ts'
import { type Box, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Plane, Raster } from '../../../../pixels/raster.ts'
import { RowSampler } from '../../../../pixels/sample-rows.ts'
import { planStrips } from '../../../../pixels/strips.ts'
import { personAt } from '../../../portrait/people.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { Skin } from './skin.ts'

/** By how much of its light a colour is yellow: pale skin has less than `from`, fair hair more. */
const YELLOW = { from: 0.16, wholly: 0.36 }
/** The same in bytes: in the dark hues are noise. */
const CLEAR = { from: 12, wholly: 40 }
/** How much of a place is a person's. */
const PERSON = { none: 0.4, wholly: 0.8 }
/** What of its light a full yellow is darker. */
const DARKER = 0.4
/** Luma of what would be left white: fair hair in the shade is hatched as it is, and darker it would be black. */
const PALE = { from: 0.4, wholly: 0.65 }

/**
 * Darkens what people have that is yellow, but their bare skin: fair hair is as light as the face about it, and a
 * pen would leave both white. What is no person's stays: sand and straw have no strands.
 * @param mask of people, of the picture
 * @param small a copy of the picture
 */
export async function darkenFair(
  env: ToolEnvironment,
  { widthPx, heightPx, values }: FloatPlane,
  { rgba }: Raster,
  {
    mask,
    small,
    skin,
  }: { readonly mask: Plane; readonly small: Raster; readonly skin: Skin | null },
): Promise<void> {
  const bare = skin && new RowSampler(skin.share, widthPx, heightPx)
  const people = new RowSampler(personIn(env.kernels, mask, small), widthPx, heightPx)
  for (const { topPx, heightPx: rows } of planStrips(widthPx, heightPx, 0)) {
    await env.checkpoint()
    const box = fairBox(values, rgba, { x: 0, y: topPx, width: widthPx, height: rows })
    if (box === null) continue
    const bares = bare?.part(box).values
    const persons = people.part(box).values
    for (let row = 0; row < box.height; row++) {
      const from = (box.y + row) * widthPx + box.x
      darkenRow(values, rgba, from, persons, bares ?? null, row * box.width, box.width)
    }
  }
}

/** @param from of the row in the picture, and `k` in what is known of its box */
function darkenRow(
  lumas: Float32Array,
  rgba: Uint8ClampedArray,
  from: number,
  persons: Float32Array,
  bares: Float32Array | null,
  k: number,
  width: number,
): void {
  for (let x = 0; x < width; x++) {
    const person = persons[k + x] as number
    const luma = lumas[from + x] as number
    if (person === 0 || luma <= PALE.from) continue
    const yellow = yellowOf(rgba, (from + x) * 4)
    if (yellow === 0) continue
    const bare = bares === null ? 0 : (bares[k + x] as number)
    const own = person * (1 - bare) * smoothstep(PALE.from, PALE.wholly, luma)
    lumas[from + x] = luma * (1 - DARKER * yellow * own)
  }
}

/** How yellow a pixel is, 0..1. */
function yellowOf(rgba: Uint8ClampedArray, at: number): number {
  const red = rgba[at] as number
  const green = rgba[at + 1] as number
  const more = Math.min(red, green) - (rgba[at + 2] as number)
  const high = Math.max(red, green)
  if (more < CLEAR.from || more < YELLOW.from * high) return 0
  return (
    smoothstep(YELLOW.from, YELLOW.wholly, more / high) * smoothstep(CLEAR.from, CLEAR.wholly, more)
  )
}

/** About all that is pale and yellow within some rows: only there masks are as large as the picture. */
function fairBox(
  lumas: Float32Array,
  rgba: Uint8ClampedArray,
  { y: top, width, height }: Box,
): Box | null {
  const columns = { left: width, right: -1 }
  let [first, last] = [-1, top]
  for (let y = top; y < top + height; y++) {
    if (!widenByRow(columns, lumas, rgba, y * width, width)) continue
    if (first < 0) first = y
    last = y
  }
  if (first < 0) return null
  const { left, right } = columns
  return { x: left, y: first, width: right - left + 1, height: last - first + 1 }
}

/** Takes in what may be fair of a row. @returns whether there is some */
function widenByRow(
  columns: { left: number; right: number },
  lumas: Float32Array,
  rgba: Uint8ClampedArray,
  from: number,
  width: number,
): boolean {
  let [left, right] = [width, -1]
  for (let x = 0, at = from; x < width; x++, at++) {
    if ((lumas[at] as number) <= PALE.from) continue
    const red = rgba[at * 4] as number
    const green = rgba[at * 4 + 1] as number
    if ((red < green ? red : green) - (rgba[at * 4 + 2] as number) < CLEAR.from) continue
    if (yellowOf(rgba, at * 4) === 0) continue
    if (x < left) left = x
    right = x
  }
  if (right < 0) return false
  columns.left = Math.min(columns.left, left)
  columns.right = Math.max(columns.right, right)
  return true
}

function personIn(kernels: Kernels, mask: Plane, small: Raster): FloatPlane {
  const person = personAt(kernels, mask, small)
  const values = person.values.map((share) => smoothstep(PERSON.none, PERSON.wholly, share))
  return { ...person, values }
}
