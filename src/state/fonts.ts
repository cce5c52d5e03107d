import { atom } from 'jotai'
import { type Outcome, succeed } from '#core/errors.ts'
import { readFontIndex } from '#core/render/font-index.ts'
import { type Font, FontBook } from '#core/render/fonts.ts'
import { generatedUrl, readGenerated } from './generated.ts'

/** The page's own name of a font's preview, so that it is never mistaken for the interface's. */
export const previewFamily = (font: Pick<Font, 'id'>): string => `print-font-${font.id}`

const bookAtom = atom<FontBook | null>(null)

/** Every font on offer, and what it draws; null until {@link loadFontsAtom} has read them. */
export const fontBookAtom = atom((get) => get(bookAtom))

/** The fonts that customers choose from. */
export const offeredFontsAtom = atom(
  (get): readonly Font[] => get(bookAtom)?.fonts.filter((font) => font.style !== 'fallback') ?? [],
)

/** Reads the fonts and makes them known to the page, which fetches only what it then shows. */
export const loadFontsAtom = atom(null, async (get, set): Promise<Outcome<void>> => {
  if (get(bookAtom) !== null) return succeed(undefined)
  const index = await readGenerated('fonts/index.json', { parse: readFontIndex })
  if (!index.ok) return index
  if (get(bookAtom) !== null) return succeed(undefined)
  for (const font of index.value.fonts.filter(({ style }) => style !== 'fallback')) {
    for (const { file, unicodeRange } of font.files) {
      const source = `url("${generatedUrl(`fonts/${file}`)}")`
      document.fonts.add(new FontFace(previewFamily(font), source, { unicodeRange }))
    }
  }
  set(bookAtom, new FontBook(index.value))
  return succeed(undefined)
})
