import { existsSync, readFileSync } from 'node:fs'
import { Path2D } from '@napi-rs/canvas'
import { beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_FONT_ID } from '#core/design/default-font.ts'
import { readFontIndex } from '#core/render/font-index.ts'
import { FontBook, type FontIndex } from '#core/render/fonts.ts'
import { stickerIndexSchema, stickerWordsSchema } from '#core/render/sticker-schemas.ts'
import { type StickerIndex, searchStickers } from '#core/render/stickers.ts'
import { make as makeStickers } from '../../../build/assets/30-stickers.ts'
import { make as makeFonts } from '../../../build/assets/31-fonts.ts'
import { make as makeStickerWords } from '../../../build/assets/32-sticker-words.ts'
import { stickerOf } from './test-canvas.ts'

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

describe('the fonts on offer', () => {
  let index: FontIndex
  let book: FontBook
  beforeAll(async () => {
    await makeFonts()
    index = readFontIndex(readJson('public/generated/fonts/index.json'))
    book = new FontBook(index)
  })

  it('begin with SourceHanSansCN-Normal as number 0', () => {
    expect(index.fonts[0]).toMatchObject({ id: DEFAULT_FONT_ID, key: 'SourceHanSansCN-Normal' })
  })

  it('are all permissively licensed and all there', () => {
    for (const font of index.fonts) {
      expect(font.licence).toMatch(/^(OFL-1.1|Apache-2.0)$/)
      for (const { file } of font.files) {
        expect(existsSync(`public/generated/fonts/${file}`)).toBe(true)
      }
    }
    expect(index.fonts.filter((font) => font.style !== 'fallback').length).toBeGreaterThan(12)
  })

  it('load only the slices that a text needs', () => {
    expect(book.filesFor('Hello', 'pacifico')).toHaveLength(1)
    expect(book.filesFor('Hello 生日', 'pacifico').length).toBeGreaterThan(1)
    expect(book.filesFor('Hello 生日', 'pacifico').length).toBeLessThan(5)
  })

  it('lend each other the letters that one lacks', () => {
    const families = book.filesFor('Hi สวัสดี', 'bebas').map((file) => file.family)
    expect(families).toContain('Bebas Neue')
    expect(families).toContain('Noto Sans Thai')
  })

  it('name the characters that none of them draws, each once', () => {
    expect(book.missing('Hi ᚠᚠ 生日 مرحبا', '0')).toEqual(['ᚠ'])
    expect(book.missing('Grüße, Zoë – naïve façade', 'caveat')).toEqual([])
  })

  it('draw Korean, Ukrainian, Hindi, Greek, Hebrew and emoji by files of ours', () => {
    const words = '안녕 Ґанок ії नमस्ते Γειά שלום 🙂❤️👨‍👩‍👧🇩🇪 日本 龍'
    expect(book.missing(words, 'pacifico')).toEqual([])
  })

  it('fall back to the default where a station no longer has one', () => {
    expect(book.font('gone').id).toBe(DEFAULT_FONT_ID)
  })
})

describe('the stickers on offer', () => {
  let index: StickerIndex
  beforeAll(async () => {
    await makeStickers()
    await makeStickerWords()
    index = stickerIndexSchema.parse(readJson('public/generated/stickers/index.json'))
  })

  it('are several hundred, each in one category, each a program that can be filled', () => {
    expect(index.stickers.length).toBeGreaterThan(400)
    expect(new Set(index.stickers.map((entry) => entry.id)).size).toBe(index.stickers.length)
    for (const { id, category } of index.stickers) {
      const program = stickerOf(category, id)
      expect(program?.paths.length).toBeGreaterThan(0)
      for (const path of program?.paths ?? []) expect(new Path2D(path.d)).toBeDefined()
    }
  })

  it('are found by name before they are found by category', () => {
    expect(searchStickers(index, 'heart')[0]?.id).toMatch(/heart/)
    expect(searchStickers(index, 'birthday').map((entry) => entry.id)).toContain('party-popper')
    expect(searchStickers(index, 'red heart')[0]?.id).toBe('red-heart')
    expect(searchStickers(index, 'zzzzzz')).toEqual([])
  })

  it.each([
    ['zh-cn', '红心', 'red-heart'],
    ['ar-ar', 'قطة', 'cat'],
    ['de-de', 'Sonne', 'sun'],
  ])('finds stickers in %s by %s', (code, query, id) => {
    const words = stickerWordsSchema.parse(
      JSON.parse(readFileSync(`public/generated/stickers/words/${code}.json`, 'utf8')),
    )
    const found = searchStickers(index, query, words).map((entry) => entry.id)
    expect(found.slice(0, 8).join()).toContain(id)
    expect(Object.keys(words).length).toBeGreaterThan(index.stickers.length * 0.95)
  })
})
