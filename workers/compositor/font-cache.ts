import { loadOnce, loadOnceEach } from '#core/cache/load-once.ts'
import type { TextLayer } from '#core/design/document.ts'
import { StampaError } from '#core/errors.ts'
import { readFontIndex } from '#core/render/font-index.ts'
import { FontBook, type FontFileNeed } from '#core/render/fonts.ts'
import { fetchGenerated } from './generated-files.ts'

/** Loads the slices of fonts that texts need, each once. */
export class FontCache {
  readonly #settled = new Set<string>()
  readonly #registry: FontFaceSet
  #loaded = 0
  #unreachable = false
  #book: FontBook | null = null

  /** @param registry the realm's fonts: `self.fonts` of a worker */
  constructor(registry: FontFaceSet) {
    this.#registry = registry
  }

  readonly open = loadOnce(async () => {
    try {
      const response = await fetchGenerated('fonts/index.json')
      this.#book = new FontBook(readFontIndex(await response.json()))
      return this.#book
    } catch (thrown) {
      this.#unreachable = true
      throw thrown
    }
  })

  /** Grows when a face has come: what was measured before may be wrong. */
  get edition(): number {
    return this.#loaded
  }

  /**
   * CSS `font-family` of a font. Its last name, which no font has, changes with every face that
   * comes: Chromium 156 keeps what a name meant in a worker when it was first used, even after a
   * face of that name is added.
   */
  family(fontId: string): string {
    const known = this.#book?.family(fontId) ?? 'sans-serif'
    return `${known}, "edition ${this.#loaded}"`
  }

  /** Whether all that a text needs is loaded, or has failed: then waiting is of no use. */
  isSettled({ text, fontId }: Pick<TextLayer, 'text' | 'fontId'>): boolean {
    if (this.#book === null) return this.#unreachable
    return this.#book.filesFor(text, fontId).every(({ file }) => this.#settled.has(file))
  }

  /** The book where it is open already. */
  get book(): FontBook | null {
    return this.#book
  }

  /**
   * Loads all that the texts need before they are measured or drawn.
   * @throws StampaError `font-failed` with the font's title
   */
  async load(texts: readonly Pick<TextLayer, 'text' | 'fontId'>[]): Promise<void> {
    if (texts.length === 0) return
    const book = await this.open()
    const needs = texts.map(async ({ text, fontId }) => {
      try {
        await Promise.all(book.filesFor(text, fontId).map((need) => this.#face(need)))
      } catch (thrown) {
        const font = book.font(fontId).title
        throw new StampaError('font-failed', { params: { font }, cause: thrown })
      }
    })
    await Promise.all(needs)
  }

  /** By need: the book gives one object for each file. */
  readonly #face = loadOnceEach(
    async (need: FontFileNeed): Promise<void> => {
      try {
        const bytes = await (await fetchGenerated(`fonts/${need.file}`)).arrayBuffer()
        const { family, unicodeRange } = need
        const face = new FontFace(family, bytes, { unicodeRange })
        await face.load()
        this.#registry.add(face)
        this.#loaded += 1
      } finally {
        this.#settled.add(need.file)
      }
    },
    { keyOf: ({ file }) => file },
  )
}
