/**
 * Text cut into what the eye takes for letters, in the order in which they stand from left to
 * right, for drawing letter by letter: on an arc, or with letter spacing. Straight text without
 * spacing is never cut: the browser shapes it as a run.
 */
export interface Grapheme {
  /** What is drawn; an Arabic letter carries the joiners that keep its connected form. */
  readonly shaped: string
}

const ZWJ = '\u200d'
const arabicLetter = /^(?:\u0644\p{M}*[\u0622\u0623\u0625\u0627\u0671]|\p{Script=Arabic})\p{M}*$/u
const strongRtl =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const strongLtr = /[\p{L}]/u
/** Letters that join only the letter before them (Unicode Joining_Type R), and hamza, which none. */
const joinsBeforeOnly = /^(?:\u0644\p{M}*)?[آأؤإاةدذرزوىٱ-ٳٵ-ٷڈ-ڙۀۃ-ۋۍۏەۮۯ]/u
const joinsNone = /^[ءٴۥۦ\p{Nd}\p{P}]/u
/** Scripts whose letters stand connected: letter spacing would tear them. */
const cursive =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}]/u

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** Lam and the alef behind it are one sign, whatever is typed between them. */
const lamAlef = /^\u0644\p{M}*$/u
const alef = /^[\u0622\u0623\u0625\u0627\u0671]/u

function cut(text: string): string[] {
  const parts: string[] = []
  for (const { segment } of segmenter.segment(text)) {
    const before = parts.at(-1)
    if (before !== undefined && lamAlef.test(before) && alef.test(segment)) {
      parts[parts.length - 1] = before + segment
    } else parts.push(segment)
  }
  return parts
}

export const isCursive = (text: string): boolean => cursive.test(text)

/** Direction of a line: that of its first letter (Unicode UAX 9, rule P2). */
export function isRightToLeft(line: string): boolean {
  for (const character of line) {
    if (strongRtl.test(character)) return true
    if (strongLtr.test(character)) return false
  }
  return false
}

/**
 * The line's graphemes from left to right. Runs of the other direction keep their own order, and
 * what is neither (spaces, digits, points) goes with the line, digits always left to right.
 */
export function visualGraphemes(line: string): readonly Grapheme[] {
  const rtl = isRightToLeft(line)
  const logical = cut(line)
  const shaped = logical.map((text, at) => joinedForm(text, logical[at - 1], logical[at + 1]))
  const runs: { rtl: boolean; parts: Grapheme[] }[] = []
  logical.forEach((text, at) => {
    const direction = directionOf(logical, at, rtl)
    const run = runs.at(-1)
    const part = shaped[at] ?? { shaped: text }
    if (run?.rtl === direction) run.parts.push(part)
    else runs.push({ rtl: direction, parts: [part] })
  })
  if (rtl) runs.reverse()
  return runs.flatMap((run) => (run.rtl ? run.parts.toReversed() : run.parts))
}

/** A grapheme's own direction; neutrals between two alike take theirs, else the line's. */
function directionOf(parts: readonly string[], at: number, line: boolean): boolean {
  const own = strengthOf(parts[at] ?? '')
  if (own !== null) return own
  const before = parts.slice(0, at).findLast((part) => strengthOf(part) !== null)
  const after = parts.slice(at + 1).find((part) => strengthOf(part) !== null)
  if (before === undefined || after === undefined) return line
  const left = strengthOf(before)
  return left !== null && left === strengthOf(after) ? left : line
}

function strengthOf(part: string): boolean | null {
  if (strongRtl.test(part)) return true
  return /[\p{L}\p{N}]/u.test(part) ? false : null
}

function joinedForm(text: string, before: string | undefined, after: string | undefined): Grapheme {
  if (!arabicLetter.test(text)) return { shaped: text }
  const back = before !== undefined && joinsAfter(before) && joinsBefore(text)
  const on = after !== undefined && joinsAfter(text) && joinsBefore(after)
  return { shaped: `${back ? ZWJ : ''}${text}${on ? ZWJ : ''}` }
}

const joinsBefore = (text: string): boolean => arabicLetter.test(text) && !joinsNone.test(text)
const joinsAfter = (text: string): boolean => joinsBefore(text) && !joinsBeforeOnly.test(text)
