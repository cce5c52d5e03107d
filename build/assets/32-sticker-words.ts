import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { localeCodes } from '../../core/locales.ts'
import { stickerIndexSchema, stickerWordsSchema } from '../../core/render/sticker-schemas.ts'

/** What each sticker is called and found by in every language: the tables of `build/sticker-words`. */
const root = new URL('../../', import.meta.url)
const source = new URL('build/sticker-words/', root)
const target = new URL('public/generated/stickers/', root)

async function wordsOf(code: string): Promise<Map<string, { name: string; words: string }>> {
  const table = await readFile(new URL(`${code}.tsv`, source), 'utf8')
  const rows = table.trimEnd().split('\n')
  return new Map(
    rows.map((row) => {
      const [id = '', name = '', words = ''] = row.split('\t')
      return [id, { name, words }]
    }),
  )
}

export async function make(): Promise<string> {
  const { stickers } = stickerIndexSchema.parse(
    JSON.parse(await readFile(new URL('index.json', target), 'utf8')),
  )
  await mkdir(new URL('words/', target), { recursive: true })
  for (const code of localeCodes) {
    const words = await wordsOf(code)
    const named = stickers.flatMap(({ id }) => {
      const found = words.get(id)
      return found === undefined ? [] : [[id, found] as const]
    })
    if (named.length < stickers.length * 0.95) {
      throw new Error(`${code} names ${named.length} of ${stickers.length} stickers`)
    }
    const text = JSON.stringify(stickerWordsSchema.parse(Object.fromEntries(named)))
    await writeFile(new URL(`words/${code}.json`, target), text)
  }
  return `${localeCodes.length} languages`
}
