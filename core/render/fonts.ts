import { DEFAULT_FONT_ID } from '../design/default-font.ts'
import type { LocaleCode } from '../locales.ts'

/** How the studio sorts fonts; those that are fallbacks alone are not offered. */
export const fontStyles = [
  'sans',
  'serif',
  'script',
  'hand',
  'display',
  'rounded',
  'mono',
  'fallback',
] as const

/** One file of a font: the characters it draws, as a CSS unicode-range, and where it lies. */
export interface FontFile {
  readonly file: string
  readonly unicodeRange: string
}

export interface Font {
  readonly id: string
  readonly key: string
  readonly title: string
  readonly style: (typeof fontStyles)[number]
  /** Draws what a chosen font lacks. */
  readonly fallback: boolean
  readonly licence: string
  readonly files: readonly FontFile[]
}

/** `public/generated/fonts/index.json`, made by `build/assets/31-fonts.ts`. */
export interface FontIndex {
  readonly fonts: readonly Font[]
}

/** Locales whose Han signs have forms of their own, or whose script the default font lacks. */
const ownFonts: Readonly<Partial<Record<LocaleCode, string>>> = {
  'ja-ja': 'noto-jp',
  'zh-tc': 'noto-tc',
  'ko-ko': 'noto-kr',
}

/** The font that new words of a customer are set in. */
export const defaultFontFor = (locale: LocaleCode): string => ownFonts[locale] ?? DEFAULT_FONT_ID

const ANSWERS_MAX = 1000

/** A file to be loaded before a text is drawn. */
export interface FontFileNeed {
  readonly family: string
  readonly file: string
  readonly unicodeRange: string
}

interface CoveredFile extends FontFileNeed {
  /** Code points as pairs first, last; ascending. */
  readonly ranges: readonly (readonly [number, number])[]
}

const parseRange = (text: string): [number, number] => {
  const [first = '0', last = first] = text.replace(/^U\+/i, '').split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

const draws = (file: CoveredFile, codePoint: number): boolean =>
  file.ranges.some(([first, last]) => codePoint >= first && codePoint <= last)

/** Joiners, marks of direction and variation, line ends: nothing of them is drawn. */
const isInvisible = (codePoint: number): boolean =>
  codePoint <= 0x1f ||
  (codePoint >= 0x200b && codePoint <= 0x200f) ||
  (codePoint >= 0x202a && codePoint <= 0x202e) ||
  (codePoint >= 0x2060 && codePoint <= 0x2069) ||
  (codePoint >= 0xfe00 && codePoint <= 0xfe0f)

/** The fonts on offer, and which of their files a text needs. */
export class FontBook {
  readonly fonts: readonly Font[]
  readonly #files = new Map<string, readonly CoveredFile[]>()
  readonly #answers = new Map<string, readonly FontFileNeed[]>()
  readonly #fallbacks: readonly Font[]

  constructor(index: FontIndex) {
    this.fonts = index.fonts
    this.#fallbacks = index.fonts.filter((font) => font.fallback)
  }

  /** The font, or the default where the station no longer has it. */
  font(fontId: string): Font {
    const [first] = this.fonts
    const found =
      this.fonts.find((font) => font.id === fontId) ??
      this.fonts.find((font) => font.id === DEFAULT_FONT_ID) ??
      first
    if (found === undefined) throw new Error('a font index is never empty')
    return found
  }

  /** The chosen font first, then those that draw what it lacks: the same order everywhere. */
  #stack(fontId: string): readonly Font[] {
    return [...new Set([this.font(fontId), ...this.#fallbacks])]
  }

  /** The families that a text layer is drawn with, the chosen font's first. */
  families(fontId: string): readonly string[] {
    return this.#stack(fontId).map((font) => font.key)
  }

  /** CSS `font-family` of a text layer. */
  family(fontId: string): string {
    return this.families(fontId)
      .map((family) => `"${family}"`)
      .join(', ')
  }

  /** Files that a text needs; the file with the space too, for the font's line metrics. */
  filesFor(text: string, fontId: string): readonly FontFileNeed[] {
    const question = `${fontId} ${text}`
    const known = this.#answers.get(question)
    if (known !== undefined) return known
    // It is asked for every text of every frame.
    if (this.#answers.size >= ANSWERS_MAX) this.#answers.clear()
    const answer = this.#findFiles(text, fontId)
    this.#answers.set(question, answer)
    return answer
  }

  #findFiles(text: string, fontId: string): readonly FontFileNeed[] {
    const needed = new Set<FontFileNeed>()
    for (const codePoint of codePointsOf(` ${text}`)) {
      const file = this.#fileDrawing(codePoint, fontId)
      if (file !== null) needed.add(file)
    }
    return [...needed]
  }

  /** Characters of the text that neither its font nor a fallback draws, each once. */
  missing(text: string, fontId: string): readonly string[] {
    return codePointsOf(text)
      .filter((codePoint) => !isInvisible(codePoint))
      .filter((codePoint) => this.#fileDrawing(codePoint, fontId) === null)
      .map((codePoint) => String.fromCodePoint(codePoint))
  }

  #fileDrawing(codePoint: number, fontId: string): CoveredFile | null {
    for (const font of this.#stack(fontId)) {
      const file = this.#coveredFiles(font).find((each) => draws(each, codePoint))
      if (file !== undefined) return file
    }
    return null
  }

  #coveredFiles(font: Font): readonly CoveredFile[] {
    const known = this.#files.get(font.id)
    if (known !== undefined) return known
    const files = font.files.map((file) => ({
      ...file,
      family: font.key,
      ranges: file.unicodeRange.split(',').map(parseRange),
    }))
    this.#files.set(font.id, files)
    return files
  }
}

const codePointsOf = (text: string): readonly number[] => [
  ...new Set(Array.from(text, (character) => character.codePointAt(0) ?? 0)),
]
