import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { localeCodes, locales } from '../../core/locales.ts'
import {
  type StickerWords,
  stickerIndexSchema,
  stickerWordsSchema,
} from '../../core/render/stickers.ts'

/** What each sticker is called and found by in every language: Unicode's annotations (CLDR). */
const root = new URL('../../', import.meta.url)
const source = new URL('node_modules/cldr-annotations-full/annotations/', root)
const target = new URL('public/generated/stickers/', root)

const annotationsSchema = z.object({
  annotations: z.object({
    annotations: z.record(
      z.string(),
      z.object({ default: z.array(z.string()).optional(), tts: z.array(z.string()).optional() }),
    ),
  }),
})
type Annotations = z.infer<typeof annotationsSchema>['annotations']['annotations']

const annotationsOf = async (folder: string): Promise<Annotations> =>
  annotationsSchema.parse(
    JSON.parse(await readFile(new URL(`${folder}/annotations.json`, source), 'utf8')),
  ).annotations.annotations

/** The folder of a language: its own with region or script, else the language's. */
async function folderOf(bcp47: string): Promise<string> {
  const [language = '', next = ''] = bcp47.split('-')
  const candidates = [`${language}-${next}`, language]
  for (const folder of candidates) {
    const there = await access(new URL(`${folder}/annotations.json`, source)).then(
      () => true,
      () => false,
    )
    if (there) return folder
  }
  throw new Error(`no annotations for ${bcp47}`)
}

/** An English name as the sticker set writes it: `smiling face` is `smiling-face`. */
const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}|[’'".,:!()“”]/gu, '')
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** Region folders hold only what differs from their language's. */
async function wordsOf(bcp47: string): Promise<Annotations> {
  const folder = await folderOf(bcp47)
  const [language = folder] = folder.split('-')
  const own = await annotationsOf(folder)
  if (folder.includes('-Han')) return own
  const base = await annotationsOf(language)
  const merged = Object.entries(base).map(([sign, words]) => [sign, { ...words, ...own[sign] }])
  return { ...own, ...Object.fromEntries(merged) }
}

export async function make(): Promise<string> {
  const index = stickerIndexSchema.parse(
    JSON.parse(await readFile(new URL('index.json', target), 'utf8')),
  )
  const english = await annotationsOf('en')
  const signs = new Map(
    Object.entries(english).map(([sign, { tts }]) => [slugOf(tts?.[0] ?? ''), sign]),
  )
  await mkdir(new URL('words/', target), { recursive: true })
  for (const code of localeCodes) {
    const words = await wordsOf(locales[code].bcp47)
    const named: StickerWords = {}
    for (const { id } of index.stickers) {
      const found = words[signs.get(id) ?? '']
      const [name] = found?.tts ?? []
      if (name !== undefined) named[id] = { name, words: (found?.default ?? []).join(' ') }
    }
    if (Object.keys(named).length < index.stickers.length * 0.95) {
      throw new Error(`${code} names ${Object.keys(named).length} of ${index.stickers.length}`)
    }
    const text = JSON.stringify(stickerWordsSchema.parse(named))
    await writeFile(new URL(`words/${code}.json`, target), text)
  }
  return `${localeCodes.length} languages`
}
