import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { GlobalFonts } from '@napi-rs/canvas'
import { loadOnce, loadOnceEach } from '#core/cache/load-once.ts'
import { StampaError } from '#core/errors.ts'
import { readFontIndex } from '#core/render/font-index.ts'
import { FontBook } from '#core/render/fonts.ts'
import type { RenderNeeds } from '#core/render/needs.ts'
import { stickerIndexSchema, stickerSetSchema } from '#core/render/sticker-schemas.ts'
import type { StickerProgram } from '#core/render/stickers.ts'

/** Built, fonts and stickers lie in the app that the server serves; else where the build makes them. */
const isBuilt = import.meta.url.endsWith('.js')
const generated = isBuilt
  ? resolve(process.env['STAMPA_DIST'] ?? 'dist', 'generated')
  : resolve(import.meta.dirname, '../../../public/generated')

const readJson = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(join(generated, path), 'utf8'))

const openBook = loadOnce(
  async () => new FontBook(readFontIndex(await readJson('fonts/index.json'))),
)
/** Families of the files that were registered, by the font that they are slices of. */
const slices = new Map<string, string[]>()

/** A canvas of a server knows no unicode ranges: each slice is a family, asked one after the other. */
const registerSlice = loadOnceEach(
  async ({ family, file }: { readonly family: string; readonly file: string }): Promise<void> => {
    const own = `${family} ${file}`
    const bytes = await readFile(join(generated, 'fonts', file))
    if (GlobalFonts.register(bytes, own) === null)
      throw new StampaError('font-failed', { params: { font: family } })
    slices.set(family, [...(slices.get(family) ?? []), own].sort())
  },
  { keyOf: ({ file }) => file },
)

const stickerCategories = loadOnce(async () => {
  const { stickers } = stickerIndexSchema.parse(await readJson('stickers/index.json'))
  return new Map(stickers.map((entry) => [entry.id, entry.category]))
})
const stickerSet = loadOnceEach(async (category: string) =>
  stickerSetSchema.parse(await readJson(`stickers/${category}.json`)),
)

/** Fonts and stickers that a design is drawn with. */
export interface PrintFiles {
  readonly fontFamily: (fontId: string) => string
  readonly sticker: (stickerId: string) => StickerProgram | null
}

/**
 * Reads the fonts and stickers that a design needs.
 * @throws StampaError `font-failed`
 */
export async function openPrintFiles({ texts, stickerIds }: RenderNeeds): Promise<PrintFiles> {
  const book = await openBook()
  const needs = texts.flatMap(({ text, fontId }) => book.filesFor(text, fontId))
  for (const need of needs) await registerSlice(need)
  const programs = new Map<string, StickerProgram>()
  const categories = await stickerCategories()
  for (const id of stickerIds) {
    const category = categories.get(id)
    // One that is no longer offered is passed over.
    const program = category === undefined ? undefined : (await stickerSet(category)).stickers[id]
    if (program !== undefined) programs.set(id, program)
  }
  return {
    fontFamily: (fontId) =>
      book
        .families(fontId)
        .flatMap((family) => slices.get(family) ?? [])
        .map((own) => `"${own}"`)
        .join(', '),
    sticker: (stickerId) => programs.get(stickerId) ?? null,
  }
}
