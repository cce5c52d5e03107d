import { lumaOf } from '../../../../pixels/luma.ts'
import { decoded, lightToOkLab, type OkLab } from '../../../../pixels/oklab.ts'
import type { Raster } from '../../../../pixels/raster.ts'
import { fitSurface, type Sample, type Surface, valueAt } from './surface.ts'

/** The brightest of each cell of a picture, as logarithms of light, red, green, blue. */
export interface Cells {
  readonly across: number
  readonly down: number
  readonly light: readonly Float32Array[]
}

/** Cells along the longer side. */
const CELLS = 40
/** Share of a cell's pixels that are not its brightest: strokes of a pen are thinner than a cell. */
const DARKER = 0.7
/** Light that black still has. */
const LEAST = 0.003

/** @param picture small, opaque */
export function cellsOf(picture: Raster): Cells {
  const { widthPx, heightPx } = picture
  const unitPx = Math.max(widthPx, heightPx) / CELLS
  const across = Math.max(3, Math.round(widthPx / unitPx))
  const down = Math.max(3, Math.round(heightPx / unitPx))
  const light = [0, 1, 2].map(() => new Float32Array(across * down))
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      brightest(picture, across, down, x, y).forEach((value, c) => {
        const plane = light[c]
        if (plane !== undefined) plane[y * across + x] = Math.log(value + LEAST)
      })
    }
  }
  return { across, down, light }
}

/** Mean light of a cell's brightest pixels. */
function brightest(
  { rgba, widthPx, heightPx }: Raster,
  across: number,
  down: number,
  cellX: number,
  cellY: number,
): readonly number[] {
  const [left, top] = [(cellX / across) * widthPx, (cellY / down) * heightPx].map(Math.floor)
  const right = Math.max((left ?? 0) + 1, Math.floor(((cellX + 1) / across) * widthPx))
  const bottom = Math.max((top ?? 0) + 1, Math.floor(((cellY + 1) / down) * heightPx))
  const pixels: { at: number; luma: number }[] = []
  for (let y = top ?? 0; y < Math.min(bottom, heightPx); y++) {
    for (let x = left ?? 0; x < Math.min(right, widthPx); x++) {
      const at = (y * widthPx + x) * 4
      pixels.push({ at, luma: lumaOf(rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0) })
    }
  }
  pixels.sort((one, other) => one.luma - other.luma)
  const kept = pixels.slice(Math.floor(pixels.length * DARKER))
  return [0, 1, 2].map(
    (c) => kept.reduce((sum, { at }) => sum + decoded(rgba[at + c] ?? 0), 0) / kept.length,
  )
}

/** Paper under whatever light fell on it. */
export interface Paper {
  /** A drawing has paper all over, a photo about its edge at most. */
  readonly kind: 'ground' | 'rim' | 'none'
  /** How sure it is that this is paper, 0..1. */
  readonly sureness: number
  /** Logarithm of the light that paper sends back, by channel. */
  readonly surfaces: readonly [Surface, Surface, Surface]
  /** Which cells show it. */
  readonly shows: readonly boolean[]
}

/** How far, as a logarithm, a cell of paper may be from the surface. */
const LIKE = 0.09
/** The same between its colours: one paper under one light. */
const LIKE_COLOUR = 0.07
/** Hardly anything is brighter than paper: shares of cells. */
const BRIGHTER = { some: 0.02, many: 0.06 }
/** Shares of cells that must be paper. */
const GROUND = { from: 0.3, to: 0.5 }
const RIM = { from: 0.75, to: 0.9 }
/** A ground is seen in so many of the picture's parts: a sky lies above, paper on all sides. */
const PARTS = 4
const PART_MIN = 0.12
const SPREAD = { from: 0.75, to: 0.9 }
/** Chroma in OKLab up to which something is paper. */
const CHROMA_MAX = 0.1
/** A rim is brighter than this share of what it holds. */
const RIM_BRIGHTER = 0.6
/** How far light without paper is trusted: the picture's own light and dark are in it. */
const GUESSED = 0.2

/** Looks for paper: all over, then about the edge. */
export function paperOf(cells: Cells): Paper {
  const all = samplesOf(cells, () => true)
  const ground = paperFrom(cells, all, 'ground', GROUND)
  const isRim = (x: number, y: number) =>
    x === 0 || y === 0 || x === cells.across - 1 || y === cells.down - 1
  const rim = paperFrom(cells, samplesOf(cells, isRim), 'rim', RIM)
  if (ground.sureness > 0 && ground.sureness >= rim.sureness) return ground
  if (rim.sureness > 0 && isBrighter(cells, rim)) return rim
  const surface = fitSurface(all, 'plane')
  return {
    kind: 'none',
    sureness: GUESSED,
    surfaces: [surface, surface, surface],
    shows: all.map(() => false),
  }
}

function paperFrom(
  cells: Cells,
  samples: readonly Sample[],
  kind: 'ground' | 'rim',
  share: { readonly from: number; readonly to: number },
): Paper {
  const whole = fitSurface(samples, 'bowl')
  const isPaper = (sample: Sample) => Math.abs(sample.value - valueAt(whole, sample)) <= LIKE
  const own = samples.filter(isPaper)
  const channel = (c: number) =>
    fitSurface(
      own.map((sample) => ({ ...sample, value: cells.light[c]?.[sample.cell] ?? 0 })),
      'bowl',
    )
  const surfaces = [channel(0), channel(1), channel(2)] as const
  const shows = Array.from({ length: cells.across * cells.down }, () => false)
  const paper = own.filter((sample) => {
    const off = surfaces.map((s, c) => (cells.light[c]?.[sample.cell] ?? 0) - valueAt(s, sample))
    return Math.max(...off) - Math.min(...off) <= LIKE_COLOUR
  })
  for (const { cell } of paper) shows[cell] = true
  const met = paper.length / samples.length
  const above = samples.filter((sample) => sample.value > valueAt(whole, sample) + LIKE).length
  const bright = 1 - rising({ from: BRIGHTER.some, to: BRIGHTER.many }, above / samples.length)
  const plain = chromaOf(surfaces) <= CHROMA_MAX ? 1 : 0
  const spread = kind === 'rim' ? 1 : rising(SPREAD, spreadOf(cells, shows))
  const sureness = plain * spread * bright * rising(share, met)
  return { kind, sureness, surfaces, shows }
}

/** 0 at `from`, 1 at `to`. */
const rising = (range: { readonly from: number; readonly to: number }, value: number): number =>
  Math.min(1, Math.max(0, (value - range.from) / (range.to - range.from)))

/** Share of the picture's parts in which paper shows. */
function spreadOf({ across, down }: Cells, shows: readonly boolean[]): number {
  const parts = Array.from({ length: PARTS * PARTS }, () => ({ cells: 0, paper: 0 }))
  shows.forEach((isPaper, cell) => {
    const column = Math.floor(((cell % across) / across) * PARTS)
    const part = parts[Math.floor((Math.floor(cell / across) / down) * PARTS) * PARTS + column]
    if (part === undefined) return
    part.cells++
    if (isPaper) part.paper++
  })
  return parts.filter(({ cells, paper }) => paper >= PART_MIN * cells).length / parts.length
}

/** Colour of the paper in the middle of the picture's light, in OKLab. */
export function chromaOf(surfaces: Paper['surfaces']): number {
  const colour: OkLab = [0, 0, 0]
  const [red, green, blue] = surfaces.map((surface) => Math.exp(surface.mean))
  const most = Math.max(red ?? 1, green ?? 1, blue ?? 1)
  lightToOkLab((red ?? 1) / most, (green ?? 1) / most, (blue ?? 1) / most, colour)
  return Math.hypot(colour[1], colour[2])
}

function samplesOf(cells: Cells, isWanted: (x: number, y: number) => boolean): readonly Sample[] {
  const samples: Sample[] = []
  for (let y = 0; y < cells.down; y++) {
    for (let x = 0; x < cells.across; x++) {
      if (!isWanted(x, y)) continue
      const cell = y * cells.across + x
      samples.push({
        cell,
        x: ((x + 0.5) / cells.across) * 2 - 1,
        y: ((y + 0.5) / cells.down) * 2 - 1,
        value: lightnessOf(cells, cell),
      })
    }
  }
  return samples
}

/** Logarithm of a cell's light. */
export const lightnessOf = ({ light }: Cells, cell: number): number => {
  const [red, green, blue] = light.map((plane) => plane[cell] ?? 0)
  return 0.25 * (red ?? 0) + 0.6 * (green ?? 0) + 0.15 * (blue ?? 0)
}

function isBrighter(cells: Cells, rim: Paper): boolean {
  const inside = samplesOf(cells, () => true).filter(({ cell }) => rim.shows[cell] !== true)
  const darker = inside.filter((sample) => sample.value < valueAt(rim.surfaces[1], sample))
  return darker.length >= RIM_BRIGHTER * inside.length
}
