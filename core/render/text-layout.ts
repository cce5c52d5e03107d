import type { TextLayer } from '../design/document.ts'
import { radians } from '../units.ts'
import type { Canvas2D, TextExtent } from './canvas.ts'
import { isCursive, isRightToLeft, visualGraphemes } from './graphemes.ts'
import { findSoftBreaks, linesOf } from './line-breaks.ts'

/**
 * Text is measured and set at this size alone, in units of one hundredth em, and only then scaled:
 * so every line falls the same on stage and print, whatever a browser rounds at small sizes.
 */
export const UNITS_PER_EM = 100

/** A piece of text with its own place: a whole straight line, or one letter. */
export interface TextPiece {
  readonly text: string
  readonly rightToLeft: boolean
  /** Left end of the baseline, from the block's centre. */
  readonly x: number
  readonly y: number
  /** Clockwise about (x, y). */
  readonly radians: number
}

/** A set text, in units; its centre is the layer's. */
export interface TextBlock {
  readonly pieces: readonly TextPiece[]
  readonly width: number
  readonly height: number
}

interface Line {
  readonly pieces: readonly { readonly text: string; readonly x: number; readonly width: number }[]
  readonly width: number
  readonly rightToLeft: boolean
}

interface Metrics {
  readonly ascent: number
  readonly descent: number
}

/** Sets the font for measuring and drawing in units. */
export function chooseFont(ctx: Canvas2D, family: string): void {
  ctx.font = `${UNITS_PER_EM}px ${family}`
  ctx.textAlign = 'left'
  ctx.textBaseline = 'alphabetic'
  // No hinting to whole pixels: a letter keeps its shape and its advance at every scale.
  if ('textRendering' in ctx) ctx.textRendering = 'geometricPrecision'
}

/** Lays a text out. The fonts it needs must be loaded; `ctx` is only measured with. */
export function layoutText(ctx: Canvas2D, layer: TextLayer, family: string): TextBlock {
  ctx.save()
  chooseFont(ctx, family)
  const extent = ctx.measureText('Hg')
  const lines = linesOf(layer).map((line) => setLine(ctx, line, layer))
  ctx.restore()
  const metrics = metricsOf(extent)
  const block = layer.curveDeg === 0 ? straight : curved
  return block(lines, layer, metrics)
}

/** Where a text's lines must break for its `wrapMm`; its fonts must be loaded. */
export function softBreaksOf(ctx: Canvas2D, layer: TextLayer, family: string): number[] {
  ctx.save()
  chooseFont(ctx, family)
  const unitMm = layer.sizeMm / UNITS_PER_EM
  const breaks = findSoftBreaks(layer, (line) => setLine(ctx, line, layer).width * unitMm)
  ctx.restore()
  return breaks
}

/**
 * Emoji are asked for as signs, not as pictures (U+FE0E in place of U+FE0F): pictures would come
 * from whatever font the device has, and print otherwise on each.
 */
const asDrawn = (text: string): string => text.replaceAll('\ufe0f', '\ufe0e')

function metricsOf(extent: TextExtent): Metrics {
  return { ascent: extent.fontBoundingBoxAscent, descent: extent.fontBoundingBoxDescent }
}

function setLine(ctx: Canvas2D, written: string, layer: TextLayer): Line {
  const text = asDrawn(written)
  const rightToLeft = isRightToLeft(text)
  ctx.direction = rightToLeft ? 'rtl' : 'ltr'
  const spacing = isCursive(text) ? 0 : layer.letterSpacingEm * UNITS_PER_EM
  if (layer.curveDeg === 0 && spacing === 0) {
    const width = ctx.measureText(text).width
    return { pieces: [{ text, x: 0, width }], width, rightToLeft }
  }
  return { ...setLetters(ctx, text, spacing), rightToLeft }
}

/** Letters by the advance of all before them, so that kerning between them is kept. */
function setLetters(ctx: Canvas2D, text: string, spacing: number) {
  const graphemes = visualGraphemes(text)
  const kerned = !/\p{M}|\p{Script=Arabic}|\p{Script=Hebrew}/u.test(text)
  let x = 0
  let before = ''
  let advanced = 0
  const pieces = graphemes.map(({ shaped }) => {
    before += shaped
    const width = kerned ? ctx.measureText(before).width - advanced : ctx.measureText(shaped).width
    const piece = { text: shaped, x, width }
    advanced += width
    x += width + spacing
    return piece
  })
  return { pieces, width: Math.max(0, x - spacing) }
}

function startOf(line: Line, blockWidth: number, align: TextLayer['align']): number {
  if (align === 'centre') return -line.width / 2
  const atLeft = (align === 'start') !== line.rightToLeft
  return atLeft ? -blockWidth / 2 : blockWidth / 2 - line.width
}

/** Baseline of each line from the middle of the block; half of the leading above, half below. */
function baselineOf(at: number, count: number, layer: TextLayer, metrics: Metrics): number {
  const step = layer.lineHeight * UNITS_PER_EM
  const middle = (at + 0.5 - count / 2) * step
  return middle + (metrics.ascent - metrics.descent) / 2
}

function straight(lines: readonly Line[], layer: TextLayer, metrics: Metrics): TextBlock {
  const width = Math.max(1, ...lines.map((line) => line.width))
  const pieces = lines.flatMap((line, at) => {
    const left = startOf(line, width, layer.align)
    const y = baselineOf(at, lines.length, layer, metrics)
    return line.pieces.map(({ text, x }) => ({
      text,
      rightToLeft: line.rightToLeft,
      x: left + x,
      y,
      radians: 0,
    }))
  })
  const face = metrics.ascent + metrics.descent
  const height = (lines.length - 1) * layer.lineHeight * UNITS_PER_EM + face
  return { pieces, width, height }
}

/** No line is bent tighter than this radius. */
const RADIUS_MIN = 0.6 * UNITS_PER_EM

/** The circles that lines stand on: one centre, and each baseline its own radius. */
function arcOf(width: number, curveDeg: number, metrics: Metrics) {
  const middle = (metrics.ascent - metrics.descent) / 2
  const radius = width / radians(curveDeg)
  const radiusAt = (base: number): number => {
    const own = radius - (base - middle)
    return Math.sign(radius) * Math.max(RADIUS_MIN, own * Math.sign(radius))
  }
  return {
    /** Angle and place of what stands `along` a baseline and `down` from it. */
    at: (along: number, base: number, down: number) => {
      const own = radiusAt(base)
      const turn = along / own
      const x = (own - down) * Math.sin(turn)
      return { turn, x, y: radius + middle - (own - down) * Math.cos(turn) }
    },
  }
}

/**
 * The widest line fills the arc at the middle of the block; a positive angle puts the centre of the
 * circle below. Letters keep their distance along each line's own circle.
 */
function curved(lines: readonly Line[], layer: TextLayer, metrics: Metrics): TextBlock {
  const width = Math.max(1, ...lines.map((line) => line.width))
  const arc = arcOf(width, layer.curveDeg, metrics)
  const spread: Spread = { left: 0, right: 0, top: 0, bottom: 0 }
  const pieces = lines.flatMap((line, at) => {
    const left = startOf(line, width, layer.align)
    const base = baselineOf(at, lines.length, layer, metrics)
    return line.pieces.map((piece) => {
      const half = piece.width / 2
      const middle = left + piece.x + half
      for (const edge of [middle - half, middle + half]) {
        include(spread, arc.at(edge, base, -metrics.ascent))
        include(spread, arc.at(edge, base, metrics.descent))
      }
      const { turn, x, y } = arc.at(middle, base, 0)
      return {
        text: piece.text,
        rightToLeft: line.rightToLeft,
        x: x - half * Math.cos(turn),
        y: y - half * Math.sin(turn),
        radians: turn,
      }
    })
  })
  const dx = (spread.left + spread.right) / 2
  const dy = (spread.top + spread.bottom) / 2
  return {
    pieces: pieces.map((piece) => ({ ...piece, x: piece.x - dx, y: piece.y - dy })),
    width: spread.right - spread.left,
    height: spread.bottom - spread.top,
  }
}

interface Spread {
  left: number
  right: number
  top: number
  bottom: number
}

function include(spread: Spread, { x, y }: { readonly x: number; readonly y: number }): void {
  spread.left = Math.min(spread.left, x)
  spread.right = Math.max(spread.right, x)
  spread.top = Math.min(spread.top, y)
  spread.bottom = Math.max(spread.bottom, y)
}
