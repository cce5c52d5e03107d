import type { TextLayer } from '../design/document.ts'

/** Signs that never begin a line, and signs that never end one (after JIS X 4051). */
const beginsNoLine =
  /^[\s)\]}»”’!?.,:;%…、。，．：；！？）］｝〕〉》」』】〜ー々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ]/u
const endsNoLine = /[([{«“‘（［｛〔〈《「『【]$/u
/** Scripts that write without spaces and break between any two signs. */
const ideographic =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u
/** Scripts that write without spaces and break between words, which only a dictionary knows. */
const dictionary = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('th', { granularity: 'word' })

/**
 * Where the lines of a text break besides its own line ends, as indices of UTF-16 units, so that
 * none is wider than `wrapMm`. A word that is too long for a line of its own breaks between letters.
 * The answer is kept with the text: dictionaries differ from device to device, a print must not.
 *
 * @param widthMm of one line set alone, at scale 1
 */
export function findSoftBreaks(
  layer: Pick<TextLayer, 'text' | 'wrapMm'>,
  widthMm: (line: string) => number,
): number[] {
  const { text, wrapMm } = layer
  if (wrapMm === null) return []
  const fits = (from: number, to: number) => widthMm(text.slice(from, to).trimEnd()) <= wrapMm
  const breaks: number[] = []
  let lineStart = 0
  for (const { start, end } of unbreakablePieces(text)) {
    if (start > 0 && text[start - 1] === '\n') lineStart = start
    if (fits(lineStart, end)) continue
    if (start > lineStart) {
      breaks.push(start)
      lineStart = start
    }
    lineStart = breakLetters(text, lineStart, end, fits, breaks)
  }
  return breaks
}

/** Breaks what is too long for one line, and answers where the last line of it begins. */
function breakLetters(
  text: string,
  start: number,
  end: number,
  fits: (from: number, to: number) => boolean,
  breaks: number[],
): number {
  let lineStart = start
  for (const { index, segment } of graphemes.segment(text.slice(start, end))) {
    const at = start + index
    if (at > lineStart && !fits(lineStart, at + segment.length) && segment.trim() !== '') {
      breaks.push(at)
      lineStart = at
    }
  }
  return lineStart
}

/** The text in pieces that stay whole, each with the spaces behind it. */
function unbreakablePieces(text: string): { start: number; end: number }[] {
  const pieces: { start: number; end: number }[] = []
  let start = 0
  let before = ''
  for (const { index, segment } of atoms(text)) {
    if (index > 0 && breaksBetween(before, segment)) {
      pieces.push({ start, end: index })
      start = index
    }
    before = segment
  }
  if (start < text.length) pieces.push({ start, end: text.length })
  return pieces
}

/** Words of dictionary scripts whole, everything else sign by sign. */
function atoms(text: string): { index: number; segment: string }[] {
  const signs = (part: string, from: number) =>
    Array.from(graphemes.segment(part), ({ index, segment }) => ({ index: from + index, segment }))
  if (!dictionary.test(text)) return signs(text, 0)
  return Array.from(words.segment(text)).flatMap(({ index, segment }) =>
    dictionary.test(segment) ? [{ index, segment }] : signs(segment, index),
  )
}

function breaksBetween(before: string, after: string): boolean {
  if (before === '\n') return true
  if (/\s/u.test(after) || beginsNoLine.test(after)) return false
  if (/\s$/u.test(before)) return before !== '\u00a0' && before !== '\u202f'
  if (endsNoLine.test(before)) return false
  if (/^[-‐–—/]$/u.test(before)) return true
  const wordEnds = (sign: string) => ideographic.test(sign) || dictionary.test(sign)
  return wordEnds(before) || wordEnds(after)
}

/** The lines of a text: at its own ends and at its soft breaks, whose spaces are not set. */
export function linesOf({ text, softBreaks }: Pick<TextLayer, 'text' | 'softBreaks'>): string[] {
  const lines: string[] = []
  let paragraphStart = 0
  for (const paragraph of text.split('\n')) {
    const end = paragraphStart + paragraph.length
    const within = softBreaks.filter((at) => at > paragraphStart && at < end)
    const starts = [paragraphStart, ...within]
    starts.forEach((start, at) => {
      const next = starts[at + 1]
      lines.push(next === undefined ? text.slice(start, end) : text.slice(start, next).trimEnd())
    })
    paragraphStart = end + 1
  }
  return lines
}
