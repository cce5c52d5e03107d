// How much of the place about each pixel its cell leads by: by that borders are drawn without the stairs of pixels.
import { at4, at8, clampIndex } from './indices'
import { reserve } from './memory'

/** The place about a pixel reaches so far to each side where nothing there is slender, and so far beside what is. */
const WIDE = 2
const NEAR = 1
/** What a pixel is of its cell: it touches one of its core, about which all is of the cell, or is one of four in a square. */
const THICK: u8 = 2
const SLENDER: u8 = 1
const HAIR: u8 = 0

/** How much steeper an edge of one pixel is than leads change from pixel to pixel, by the place in which they were counted. */
const STEEP_OF_HAIR: f32 = 1.5
const STEEP_NEAR: f32 = 3
const STEEP_WIDE: f32 = 5

/** A cell of its rows, edges repeated. */
// @ts-ignore: decorator
@inline
function cellAt(cells: usize, w: i32, h: i32, x: i32, y: i32): i32 {
  return load<i32>(at4(cells, clampIndex(y, h) * w + clampIndex(x, w)))
}

function isCoreAt(cells: usize, w: i32, h: i32, x: i32, y: i32): bool {
  const own = load<i32>(at4(cells, y * w + x))
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) if (cellAt(cells, w, h, x + dx, y + dy) != own) return false
  }
  return true
}

/** Whether each of four pixels that are next to no edge is in a core: all bits of a lane or none. */
// @ts-ignore: decorator
@inline
function areCores(cells: usize, w: i32, at: i32): v128 {
  const own = v128.load(at4(cells, at))
  let like = v128.and(
    i32x4.eq(own, v128.load(at4(cells, at - 1))), i32x4.eq(own, v128.load(at4(cells, at + 1))),
  )
  for (let row = at - w; row <= at + w; row += 2 * w) {
    for (let x = row - 1; x <= row + 1; x++) {
      like = v128.and(like, i32x4.eq(own, v128.load(at4(cells, x))))
    }
  }
  return like
}

/** Marks the pixels of cores, 4 bytes each, all bits or none. */
function coresOf(cells: usize, w: i32, h: i32): usize {
  const cores = reserve(((w * h) as usize) << 2)
  for (let y = 0; y < h; y++) {
    const isInside = y > 0 && y < h - 1
    for (let x = 0; x < w; ) {
      const at = y * w + x
      if (isInside && x > 0 && x + 4 < w) {
        v128.store(at4(cores, at), areCores(cells, w, at))
        x += 4
        continue
      }
      store<i32>(at4(cores, at), isCoreAt(cells, w, h, x, y) ? -1 : 0)
      x++
    }
  }
  return cores
}

function touchesCore(cells: usize, cores: usize, w: i32, h: i32, x: i32, y: i32): bool {
  const own = load<i32>(at4(cells, y * w + x))
  for (let dy = -1; dy <= 1; dy++) {
    const row = clampIndex(y + dy, h) * w
    for (let dx = -1; dx <= 1; dx++) {
      const at = row + clampIndex(x + dx, w)
      if (load<i32>(at4(cores, at)) != 0 && load<i32>(at4(cells, at)) == own) return true
    }
  }
  return false
}

function isSlender(cells: usize, w: i32, h: i32, x: i32, y: i32): bool {
  const own = load<i32>(at4(cells, y * w + x))
  for (let dy = -1; dy <= 1; dy += 2) {
    if (cellAt(cells, w, h, x, y + dy) != own) continue
    for (let dx = -1; dx <= 1; dx += 2) {
      if (cellAt(cells, w, h, x + dx, y) == own && cellAt(cells, w, h, x + dx, y + dy) == own)
        return true
    }
  }
  return false
}

/** What of its cell each pixel is, a byte each. */
function formsOf(cells: usize, cores: usize, w: i32, h: i32): usize {
  const forms = reserve((w * h) as usize)
  memory.fill(forms, THICK, (w * h) as usize)
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const at = y * w + x
      const four = v128.load(at4(cores, at))
      if (x + 4 <= w && i32x4.all_true(four)) {
        x += 3
        continue
      }
      if (i32x4.extract_lane(four, 0) != 0 || touchesCore(cells, cores, w, h, x, y)) continue
      store<u8>(forms + at, isSlender(cells, w, h, x, y) ? SLENDER : HAIR)
    }
  }
  return forms
}

/** Whether all of the wide place about a pixel is of its cell: squares about the corners of one cover it. */
function isWithin(cores: usize, w: i32, h: i32, x: i32, y: i32): bool {
  const left = clampIndex(x - 1, w)
  const right = clampIndex(x + 1, w)
  const above = at4(cores, clampIndex(y - 1, h) * w)
  const below = at4(cores, clampIndex(y + 1, h) * w)
  return (
    (load<i32>(at4(cores, y * w + x)) &
      load<i32>(at4(above, left)) & load<i32>(at4(above, right)) &
      load<i32>(at4(below, left)) & load<i32>(at4(below, right))) != 0
  )
}

/** How far a place reaches about a pixel. */
function reachAbout(forms: usize, w: i32, h: i32, x: i32, y: i32): i32 {
  for (let dy = -WIDE; dy <= WIDE; dy++) {
    const row = forms + clampIndex(y + dy, h) * w
    for (let dx = -WIDE; dx <= WIDE; dx++) {
      if (load<u8>(row + clampIndex(x + dx, w)) == SLENDER) return NEAR
    }
  }
  return WIDE
}

// @ts-ignore: decorator
@inline
function keep(leads: usize, at: i32, lead: f32, steep: f32): void {
  store<f32>(at8(leads, at), lead)
  store<f32>(at8(leads, at), steep, 4)
}

/** The other cells about a pixel: the number of each, and how many pixels of the place it has. */
let met: usize = 0

/** Counts whose the place about a pixel is; hairs are nobody's there, and its own. */
function count(cells: usize, forms: usize, w: i32, h: i32, x: i32, y: i32, leads: usize): void {
  const cell = load<i32>(at4(cells, y * w + x))
  const reach = reachAbout(forms, w, h, x, y)
  let own = 0
  let others = 0
  let most = 0
  for (let dy = -reach; dy <= reach; dy++) {
    const row = clampIndex(y + dy, h) * w
    for (let dx = -reach; dx <= reach; dx++) {
      const at = row + clampIndex(x + dx, w)
      const other = load<i32>(at4(cells, at))
      if (other == cell || load<u8>(forms + at) == HAIR) {
        own++
        continue
      }
      let i = 0
      while (i < others && load<i32>(at8(met, i)) != other) i++
      if (i == others) {
        others++
        store<i32>(at8(met, i), other)
        store<i32>(at8(met, i), 0, 4)
      }
      const pixels = load<i32>(at8(met, i), 4) + 1
      store<i32>(at8(met, i), pixels, 4)
      most = max(most, pixels)
    }
  }
  const side = 2 * reach + 1
  const lead = ((own - most) as f32) / ((side * side) as f32)
  keep(leads, y * w + x, lead, reach == WIDE ? STEEP_WIDE : STEEP_NEAR)
}

/** A hair leads as what is about it does: it is neither lost nor made wider. */
function leadOfHair(forms: usize, leads: usize, w: i32, h: i32, x: i32, y: i32): f32 {
  let sum: f32 = 0
  let pixels: f32 = 0
  for (let dy = -1; dy <= 1; dy++) {
    const row = clampIndex(y + dy, h) * w
    for (let dx = -1; dx <= 1; dx++) {
      const at = row + clampIndex(x + dx, w)
      if (load<u8>(forms + at) == HAIR) continue
      sum += load<f32>(at8(leads, at))
      pixels += 1
    }
  }
  return pixels == 0 ? 1 : sum / pixels
}

/**
 * How much more of the place about each pixel its cell has than any other, -1 to 1, and how steep its edges are, 8 bytes a
 * pixel.
 */
export function leadsOfCells(cells: usize, w: i32, h: i32): usize {
  const leads = reserve(((w * h) as usize) << 3)
  const cores = coresOf(cells, w, h)
  const forms = formsOf(cells, cores, w, h)
  met = reserve(25 * 8)
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const at = y * w + x
      if (load<u8>(forms + at) == HAIR) continue
      if (isWithin(cores, w, h, x, y)) keep(leads, at, 1, STEEP_WIDE)
      else count(cells, forms, w, h, x, y, leads)
    }
  }
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const at = y * w + x
      if (load<u8>(forms + at) != HAIR) continue
      keep(leads, at, leadOfHair(forms, leads, w, h, x, y), STEEP_OF_HAIR)
    }
  }
  return leads
}
