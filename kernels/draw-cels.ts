import { leadsOfCells } from './cell-leads'
import { at4, at8, at16, clampIndex } from './indices'
import { reserve } from './memory'
import { storePixel } from './quads'

/** Taps a side: the four by four small pixels about a place. */
const TAPS = 4
const MET: usize = 16
/** Columns that the edges are repeated by, so that four taps may be read at once. */
const PAD = 2
const MIXED = -1
/** By how much the share of ink changes from pixel to pixel of the small picture; its lines are soft. */
const INK_STEEP: f32 = 2
const INK_STEEP_LEAST: f32 = 1.67

/** First tap, the four weights of a cubic B-spline, and the way past the second tap. */
function tapsAlong(
  firsts: usize, weights: usize, ways: usize,
  start: i32, count: i32, length: i32, smallLength: i32,
): void {
  for (let i = 0; i < count; i++) {
    const exact = ((((start + i) as f64) + 0.5) * smallLength) / length - 0.5
    const whole = floor(exact)
    const t = (exact - whole) as f32
    store<i32>(at4(firsts, i), (whole as i32) - 1)
    store<f32>(at4(ways, i), t)
    const left = (<f32>1) - t
    const into = at16(weights, i)
    store<f32>(into, (left * left * left) / 6)
    store<f32>(into, (t * t * (3 * t - 6) + 4) / 6, 4)
    store<f32>(into, (left * left * (3 * left - 6) + 4) / 6, 8)
    store<f32>(into, (t * t * t) / 6, 12)
  }
}

/** Rows of items of `1 << shift` bytes with their first and last one repeated. */
function padded(source: usize, w: i32, h: i32, shift: i32): usize {
  const stride = w + 2 * PAD
  const target = reserve((((stride as usize) * h) as usize) << shift)
  const item = (1 as usize) << shift
  const row = (w as usize) << shift
  for (let y = 0; y < h; y++) {
    const from = source + (((y * w) as usize) << shift)
    const to = target + (((y * stride) as usize) << shift)
    const end = to + ((PAD as usize) << shift) + row
    memory.copy(to + ((PAD as usize) << shift), from, row)
    for (let k: usize = 0; k < (PAD as usize); k++) {
      memory.copy(to + k * item, from, item)
      memory.copy(end + k * item, from + row - item, item)
    }
  }
  return target
}

/** The cell that all four rows have in a column, or `MIXED`. */
function cellsDown(cells: usize, starts: usize, stride: i32, into: usize): void {
  for (let x = 0; x < stride; x++) {
    let cell = load<i32>(at4(cells, load<i32>(starts) + x))
    for (let k = 1; k < TAPS; k++) {
      if (load<i32>(at4(cells, load<i32>(at4(starts, k)) + x)) != cell) cell = MIXED
    }
    store<i32>(at4(into, x), cell)
  }
}

/** Colours between the two middle rows, and ink of all four. */
function mixDown(
  quads: usize, ink: usize, starts: usize, stride: i32, weights: usize, way: f32,
  colours: usize, lines: usize,
): void {
  const upper = load<i32>(at4(starts, 1))
  const lower = load<i32>(at4(starts, 2))
  const whole = stride & ~3
  for (let x = 0; x < whole; x += 4) {
    let line = f32x4.splat(0)
    for (let k = 0; k < TAPS; k++) {
      const four = v128.load(at4(ink, load<i32>(at4(starts, k)) + x))
      line = f32x4.add(line, f32x4.mul(f32x4.splat(load<f32>(at4(weights, k))), four))
    }
    v128.store(at4(lines, x), line)
  }
  for (let x = whole; x < stride; x++) {
    let line: f32 = 0
    for (let k = 0; k < TAPS; k++) {
      line += load<f32>(at4(weights, k)) * load<f32>(at4(ink, load<i32>(at4(starts, k)) + x))
    }
    store<f32>(at4(lines, x), line)
  }
  for (let x = 0; x < stride; x++) {
    const one = v128.load(at16(quads, upper + x))
    const other = v128.load(at16(quads, lower + x))
    v128.store(
      at16(colours, x), f32x4.add(one, f32x4.mul(f32x4.sub(other, one), f32x4.splat(way))),
    )
  }
}

/** Up to sixteen cells that meet about a place: their numbers, by how much they lead, weights and colours. */
let metCells: usize = 0
let metLeads: usize = 0
let metWeights: usize = 0
let metColours: usize = 0
let metCount = 0

/** Adds what a run of pixels has to their cell. */
// @ts-ignore: decorator
@inline
function meet(cell: i32, lead: f32, weight: f32, colour: v128): void {
  let i = 0
  while (i < metCount && load<i32>(at4(metCells, i)) != cell) i++
  if (i == metCount) {
    metCount++
    store<i32>(at4(metCells, i), cell)
    store<f32>(at4(metLeads, i), lead)
    store<f32>(at4(metWeights, i), weight)
    v128.store(at16(metColours, i), colour)
    return
  }
  store<f32>(at4(metLeads, i), load<f32>(at4(metLeads, i)) + lead)
  store<f32>(at4(metWeights, i), load<f32>(at4(metWeights, i)) + weight)
  v128.store(at16(metColours, i), f32x4.add(v128.load(at16(metColours, i)), colour))
}

/** Meets the cells about a place, run by run. @returns how steep an edge is there */
function meetCells(
  cells: usize, leads: usize, quads: usize, starts: usize, column: i32, across: usize, down: usize,
): f32 {
  metCount = 0
  let steep: f32 = 0
  let cell = load<i32>(at4(cells, load<i32>(starts) + column))
  let lead: f32 = 0
  let weight: f32 = 0
  let colour = f32x4.splat(0)
  for (let k = 0; k < TAPS; k++) {
    const from = load<i32>(at4(starts, k)) + column
    const rowWeight = load<f32>(at4(down, k))
    for (let j = 0; j < TAPS; j++) {
      const own = load<i32>(at4(cells, from + j))
      if (own != cell) {
        meet(cell, lead, weight, colour)
        cell = own
        lead = 0
        weight = 0
        colour = f32x4.splat(0)
      }
      const tap = rowWeight * load<f32>(at4(across, j))
      lead += tap * load<f32>(at8(leads, from + j))
      steep += tap * load<f32>(at8(leads, from + j), 4)
      weight += tap
      colour = f32x4.add(colour, f32x4.mul(v128.load(at16(quads, from + j)), f32x4.splat(tap)))
    }
  }
  meet(cell, lead, weight, colour)
  return steep
}

/** The mean colour of a cell that is met. */
// @ts-ignore: decorator
@inline
function metColour(i: i32): v128 {
  return f32x4.div(
    v128.load(at16(metColours, i)), f32x4.splat(max(load<f32>(at4(metWeights, i)), <f32>1e-6)),
  )
}

/** The colour where cells meet: the two that lead, with an edge a pixel wide. @param steep how steep it is */
function edgeColour(steep: f32): v128 {
  let first = 0
  let second = -1
  for (let i = 1; i < metCount; i++) {
    const lead = load<f32>(at4(metLeads, i))
    if (lead > load<f32>(at4(metLeads, first))) {
      second = first
      first = i
    } else if (second < 0 || lead > load<f32>(at4(metLeads, second))) second = i
  }
  const own = metColour(first)
  if (second < 0) return own
  const both = load<f32>(at4(metWeights, first)) + load<f32>(at4(metWeights, second))
  const apart = load<f32>(at4(metLeads, first)) - load<f32>(at4(metLeads, second))
  const lead = min(<f32>1, (apart / max(both, <f32>1e-6)) * steep)
  return f32x4.add(own, f32x4.mul(f32x4.sub(metColour(second), own), f32x4.splat((1 - lead) / 2)))
}

/**
 * Draws small cells at the size of a photo: each flat or in a slow change of colour, with smooth
 * edges a pixel wide, under lines of ink.
 * @param cells `smallW` x `rows` numbers from row `origin`; `quads` and `ink` are as large; beside the rows that are
 * read four more each way, by which borders are rounded
 * @param smallH rows of the whole small picture
 * @param pixels of the photo's rows from `top`, of `wholeH`; they are drawn over and keep their alpha
 * @param pen red, green and blue of the ink, how much of what lies under it tinges it, its opacity
 */
export function drawCels(
  cells: usize, quads: usize, ink: usize, smallW: i32, rows: i32, origin: i32, smallH: i32,
  pixels: usize, w: i32, h: i32, top: i32, wholeH: i32, pen: usize,
): void {
  const columns = reserve(w * 4)
  const across = reserve(w * 16)
  const waysAcross = reserve(w * 4)
  tapsAlong(columns, across, waysAcross, 0, w, w, smallW)
  const firstRows = reserve(h * 4)
  const down = reserve(h * 16)
  const waysDown = reserve(h * 4)
  tapsAlong(firstRows, down, waysDown, top, h, wholeH, smallH)
  const stride = smallW + 2 * PAD
  const numbers = padded(cells, smallW, rows, 2)
  const colours = padded(quads, smallW, rows, 4)
  const lines = padded(ink, smallW, rows, 2)
  const leads = padded(leadsOfCells(cells, smallW, rows), smallW, rows, 3)
  const starts = reserve(TAPS * 4)
  const alike = reserve(stride * 4)
  const mixed = reserve(stride * 16)
  const inked = reserve(stride * 4)
  metCells = reserve(MET * 4)
  metLeads = reserve(MET * 4)
  metWeights = reserve(MET * 4)
  metColours = reserve(MET * 16)
  const scale = (w as f32) / (smallW as f32)
  const inkSteep = max(INK_STEEP_LEAST, INK_STEEP * scale)
  const inkColour = v128.load(pen)
  const tinge = f32x4.splat(load<f32>(pen, 12))
  const opacity = load<f32>(pen, 16)
  let last = i32.MIN_VALUE
  for (let y = 0; y < h; y++) {
    const first = load<i32>(at4(firstRows, y))
    if (first != last) {
      for (let k = 0; k < TAPS; k++) {
        const row = max(0, min(rows - 1, clampIndex(first + k, smallH) - origin))
        store<i32>(at4(starts, k), row * stride)
      }
      cellsDown(numbers, starts, stride, alike)
      last = first
    }
    const rowWeights = at16(down, y)
    mixDown(
      colours, lines, starts, stride, rowWeights, load<f32>(at4(waysDown, y)), mixed, inked,
    )
    for (let x = 0; x < w; x++) {
      const column = load<i32>(at4(columns, x)) + PAD
      const four = v128.load(at4(alike, column))
      const cell = i32x4.extract_lane(four, 0)
      let colour: v128
      if (cell != MIXED && i32x4.all_true(i32x4.eq(four, i32x4.splat(cell)))) {
        const one = v128.load(at16(mixed, column + 1))
        const other = v128.load(at16(mixed, column + 2))
        const way = f32x4.splat(load<f32>(at4(waysAcross, x)))
        colour = f32x4.add(one, f32x4.mul(f32x4.sub(other, one), way))
      } else {
        const weights = at16(across, x)
        const steep = meetCells(numbers, leads, colours, starts, column, weights, rowWeights)
        colour = edgeColour(max(<f32>1, steep * scale))
      }
      const met = v128.load(at4(inked, column))
      if (v128.any_true(met)) {
        const shares = f32x4.mul(met, v128.load(at16(across, x)))
        const line =
          f32x4.extract_lane(shares, 0) + f32x4.extract_lane(shares, 1) +
          f32x4.extract_lane(shares, 2) + f32x4.extract_lane(shares, 3)
        const covered = max(<f32>0, min(<f32>1, (<f32>0.5) + (line - <f32>0.5) * inkSteep)) * opacity
        // On black cloth ink would be lighter than what it lies on.
        const dark = f32x4.min(colour, f32x4.add(inkColour, f32x4.mul(colour, tinge)))
        colour = f32x4.add(colour, f32x4.mul(f32x4.sub(dark, colour), f32x4.splat(covered)))
      }
      const at = at4(pixels, y * w + x)
      storePixel(at, f32x4.replace_lane(colour, 3, load<u8>(at, 3) as f32))
    }
  }
}
