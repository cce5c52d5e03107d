import { atom } from 'jotai'
import { type Outcome, succeed } from '#core/errors.ts'
import type { LocaleCode } from '#core/locales.ts'
import {
  stickerIndexSchema,
  stickerSetSchema,
  stickerWordsSchema,
} from '#core/render/sticker-schemas.ts'
import type { StickerIndex, StickerProgram, StickerWords } from '#core/render/stickers.ts'
import { readGenerated } from './generated.ts'

const indexAtom = atom<StickerIndex | null>(null)

/** All stickers by category, without their pictures; null until they are read. */
export const stickerIndexAtom = atom((get) => get(indexAtom))

/** Reads what stickers there are. */
export const loadStickersAtom = atom(null, async (_get, set): Promise<Outcome<void>> => {
  const index = await readGenerated('stickers/index.json', stickerIndexSchema)
  if (!index.ok) return index
  set(indexAtom, index.value)
  return succeed(undefined)
})

const wordsAtom = atom<{ readonly code: LocaleCode; readonly words: StickerWords } | null>(null)

/** What stickers are called in the language they were last read for; nothing until then. */
export const stickerWordsAtom = atom((get): StickerWords => get(wordsAtom)?.words ?? {})

/** Reads what stickers are called in a language; without it their English names stand in. */
export const loadStickerWordsAtom = atom(null, async (get, set, code: LocaleCode) => {
  if (get(wordsAtom)?.code === code) return
  const words = await readGenerated(`stickers/words/${code}.json`, stickerWordsSchema)
  if (words.ok) set(wordsAtom, { code, words: words.value })
})

const stickerSetsAtom = atom<Readonly<Record<string, Readonly<Record<string, StickerProgram>>>>>({})

/** Sticker id -> its drawing, of the categories that were read. */
export const stickerProgramsAtom = atom(
  (get): Readonly<Record<string, StickerProgram>> =>
    Object.assign({}, ...Object.values(get(stickerSetsAtom))),
)

/** Reads the drawings of a category. */
export const loadStickerSetAtom = atom(null, async (get, set, category: string): Promise<void> => {
  if (get(stickerSetsAtom)[category]) return
  const loaded = await readGenerated(`stickers/${category}.json`, stickerSetSchema)
  if (loaded.ok) set(stickerSetsAtom, (all) => ({ ...all, [category]: loaded.value.stickers }))
})

/** Reads the drawing of one sticker, wherever it stands. */
export const loadStickerAtom = atom(null, async (get, set, id: string): Promise<void> => {
  if (get(indexAtom) === null) await set(loadStickersAtom)
  const entry = get(indexAtom)?.stickers.find((sticker) => sticker.id === id)
  if (entry !== undefined) await set(loadStickerSetAtom, entry.category)
})
