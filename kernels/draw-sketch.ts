import { colouredPencil } from './coloured-pencil'
import { at4 } from './indices'
import { reserve } from './memory'
import { Noise, noiseAlong, noiseRow } from './noise'
import { RowReader, readRow, rowReader, SampledPlane } from './sampled-plane'
import { Marks } from './sketch-marks'
import { ink, pencil } from './sketch-media'

const PENCIL = 0
const INK = 1
/** Planes that a drawing is made from, in the order of the fields of `Marks`. */
const SLOTS = 13
const DRAWN = 5
const HATCH_SPACING: f64 = 5.2
const SWAY: f64 = 7

/** Height of drawing paper along a row, 0 in a hollow to 1 on a peak, spread evenly over that range. */
function toothRow(fine: usize, coarse: usize, count: i32, y: f64, first: Noise, second: Noise): void {
  noiseRow(fine, first, y * 1.15)
  noiseRow(coarse, second, y * 0.47 + 5)
  for (let x = 0; x < count; x += 4) {
    const small = f32x4.mul(v128.load(at4(fine, x)), f32x4.splat(0.62))
    const height = f32x4.add(small, f32x4.mul(v128.load(at4(coarse, x)), f32x4.splat(0.38)))
    const spread = f32x4.mul(f32x4.sub(height, f32x4.splat(0.5)), f32x4.splat(1.75))
    const even = f32x4.add(spread, f32x4.splat(0.5))
    v128.store(at4(fine, x), f32x4.min(f32x4.splat(1), f32x4.max(f32x4.splat(0), even)))
  }
}

/** How far each place of a row lies from the middle of a line of the engraver's hatching. */
function hatchRow(row: usize, count: i32, y: f64, unit: f64, angle: f64, noise: Noise): void {
  noiseRow(row, noise, y * 0.02)
  const along = Math.sin(angle)
  const down = y * Math.cos(angle)
  for (let x = 0; x < count; x++) {
    const sway = ((load<f32>(at4(row, x)) as f64) - 0.5) * SWAY
    const across = (((x as f64) + 0.5) * unit * along + down + sway) / HATCH_SPACING
    store<f32>(at4(row, x), (abs(across - nearest(across)) * HATCH_SPACING) as f32)
  }
}

/** A row for each slot: that of its reader, or one of nothing, or for what is drawn one of all. */
function rowsOf(slots: usize, marks: Marks, readers: usize, width: i32): void {
  const nothing = reserve((width as usize) << 2)
  const whole = reserve((width as usize) << 2)
  memory.fill(nothing, 0, (width as usize) << 2)
  for (let x = 0; x < width; x++) store<f32>(at4(whole, x), 1)
  let last: RowReader | null = null
  for (let slot = 0; slot < SLOTS; slot++) {
    const plane = changetype<SampledPlane>(slots + (slot as usize) * offsetof<SampledPlane>())
    let row = slot == DRAWN ? whole : nothing
    store<usize>(at4(readers, slot), 0)
    if (plane.values != 0) {
      const reader = rowReader(plane, width, last)
      last = reader
      store<usize>(at4(readers, slot), changetype<usize>(reader))
      row = reader.row
    }
    store<usize>(at4(changetype<usize>(marks), slot), row)
  }
}

/**
 * Rows of a drawing by hand, as sharp as they are large.
 * @param slots thirteen `SampledPlane`s; one without an address is not there
 */
export function drawSketch(
  pixels: usize, width: i32, rows: i32, top: i32, height: i32, style: i32, strength: f32,
  slots: usize,
): void {
  // Thousandths of the picture's longer side to a pixel.
  const unit = (1000 as f64) / (max(width, height) as f64)
  const marks = changetype<Marks>(reserve(offsetof<Marks>()))
  const readers = reserve(SLOTS << 2)
  rowsOf(slots, marks, readers, width)
  marks.tooth = reserve((width as usize) << 2)
  marks.hatch = reserve((width as usize) << 2)
  marks.crossHatch = reserve((width as usize) << 2)
  const isInk = style == INK
  const first = isInk
    ? noiseAlong(width, 0.5 * unit * 0.02, unit * 0.02, 21)
    : noiseAlong(width, 0.5 * unit * 1.15, unit * 1.15, 11)
  const second = isInk
    ? noiseAlong(width, 0.5 * unit * 0.02, unit * 0.02, 22)
    : noiseAlong(width, 0.5 * unit * 0.47 + 17, unit * 0.47, 12)
  for (let row = 0; row < rows; row++) {
    const y = ((top + row) as f64 + 0.5) * unit
    for (let slot = 0; slot < SLOTS; slot++) {
      const reader = load<usize>(at4(readers, slot))
      if (reader != 0) readRow(changetype<RowReader>(reader), top + row, width, height)
    }
    if (isInk) {
      hatchRow(marks.hatch, width, y, unit, 0.72, first)
      hatchRow(marks.crossHatch, width, y, unit, 2.1, second)
    } else toothRow(marks.tooth, marks.hatch, width, y, first, second)
    // Past the end of a row this writes into the next one, which is still to come.
    const into = pixels + (((row * width) as usize) << 2)
    const end = (width as usize) << 2
    if (style == PENCIL) for (let at: usize = 0; at < end; at += 16) pencil(marks, at, strength, into + at)
    else if (isInk) for (let at: usize = 0; at < end; at += 16) ink(marks, at, strength, unit as f32, into + at)
    else for (let at: usize = 0; at < end; at += 16) colouredPencil(marks, at, strength, into + at)
  }
}
