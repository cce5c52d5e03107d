import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { DEFAULT_FONT_ID } from '../../core/design/default-font.ts'
import { readFontIndex } from '../../core/render/font-index.ts'
import type { Font, FontFile } from '../../core/render/fonts.ts'
import { coverageOf, unicodeRange } from '../woff2-coverage.ts'

/**
 * The fonts a customer may write with: the WOFF2 slices of their packages, and one index that says
 * which characters each slice really draws.
 */
interface Choice {
  readonly id: string
  readonly package: string
  readonly key?: string
  readonly title?: string
  readonly style: Font['style']
  /** Draws what other fonts lack, though customers may choose it too. */
  readonly fallback?: boolean
  readonly weight?: number
  /** One file for all weights: a fifth of the bytes where a script has thousands of letters. */
  readonly variable?: boolean
}

const choices: readonly Choice[] = [
  {
    id: DEFAULT_FONT_ID,
    package: 'noto-sans-sc',
    key: 'SourceHanSansCN-Normal',
    title: 'Source Han Sans',
    style: 'sans',
    fallback: true,
  },
  { id: 'playfair', package: 'playfair-display', style: 'serif', weight: 600 },
  { id: 'abril', package: 'abril-fatface', style: 'display' },
  { id: 'bebas', package: 'bebas-neue', style: 'display' },
  { id: 'lilita', package: 'lilita-one', style: 'display' },
  { id: 'baloo', package: 'baloo-2', style: 'rounded', weight: 700 },
  { id: 'pacifico', package: 'pacifico', style: 'script' },
  { id: 'great-vibes', package: 'great-vibes', style: 'script' },
  { id: 'caveat', package: 'caveat', style: 'hand', weight: 600 },
  { id: 'marker', package: 'permanent-marker', style: 'hand' },
  { id: 'space-mono', package: 'space-mono', style: 'mono' },
  { id: 'amiri', package: 'amiri', style: 'serif' },
  { id: 'lemonada', package: 'lemonada', style: 'rounded', weight: 600 },
  { id: 'zcool-kuaile', package: 'zcool-kuaile', style: 'hand' },
  { id: 'ma-shan-zheng', package: 'ma-shan-zheng', style: 'script' },
  { id: 'noto-jp', package: 'noto-sans-jp', variable: true, style: 'sans' },
  { id: 'noto-tc', package: 'noto-sans-tc', variable: true, style: 'sans' },
  { id: 'noto-kr', package: 'noto-sans-kr', variable: true, style: 'sans', fallback: true },
  { id: 'noto-arabic', package: 'noto-sans-arabic', style: 'fallback' },
  { id: 'noto-thai', package: 'noto-sans-thai', style: 'fallback' },
  { id: 'noto-bengali', package: 'noto-sans-bengali', style: 'fallback' },
  { id: 'noto-hebrew', package: 'noto-sans-hebrew', style: 'fallback' },
  // Greek, the rest of Cyrillic, Devanagari, Vietnamese.
  { id: 'noto', package: 'noto-sans', style: 'fallback' },
  // Outlines, not pictures: every device draws the same, in the text's own colour.
  { id: 'noto-emoji', package: 'noto-emoji', style: 'fallback' },
]

const root = new URL('../../', import.meta.url)
const target = new URL('public/generated/fonts/', root)
const packageFolder = (choice: Choice): URL => {
  const scope = choice.variable ? '@fontsource-variable' : '@fontsource'
  return new URL(`node_modules/${scope}/${choice.package}/`, root)
}

const metadataSchema = z.object({ family: z.string(), license: z.object({ type: z.string() }) })
const packageSchema = z.object({ version: z.string() })
const readJson = async (url: URL): Promise<unknown> => JSON.parse(await readFile(url, 'utf8'))

/** Slices in the order of the package's own stylesheet: later ones win where they overlap. */
async function sliceNames(choice: Choice): Promise<string[]> {
  const sheet = choice.variable ? 'index.css' : `${choice.weight ?? 400}.css`
  const style = await readFile(new URL(sheet, packageFolder(choice)), 'utf8')
  const names = [...style.matchAll(/url\(\.\/files\/([\w.-]+\.woff2)\)/g)].map((found) => found[1])
  return names.filter((name) => name !== undefined).reverse()
}

async function makeFont(choice: Choice): Promise<Font> {
  const metadata = metadataSchema.parse(
    await readJson(new URL('metadata.json', packageFolder(choice))),
  )
  const files: FontFile[] = []
  const covered = new Set<number>()
  for (const name of await sliceNames(choice)) {
    const source = new URL(`files/${name}`, packageFolder(choice))
    const fresh = coverageOf(await readFile(source)).filter((codePoint) => !covered.has(codePoint))
    if (fresh.length === 0) continue
    for (const codePoint of fresh) covered.add(codePoint)
    await copyFile(source, new URL(name, target))
    files.push({ file: name, unicodeRange: unicodeRange(fresh) })
  }
  return {
    id: choice.id,
    key: choice.key ?? metadata.family,
    title: choice.title ?? metadata.family,
    style: choice.style,
    fallback: choice.fallback ?? choice.style === 'fallback',
    licence: metadata.license.type,
    files,
  }
}

async function stampOf(): Promise<string> {
  const versions = await Promise.all(
    choices.map(async (choice) => {
      const { version } = packageSchema.parse(
        await readJson(new URL('package.json', packageFolder(choice))),
      )
      return [choice, version]
    }),
  )
  return JSON.stringify(versions)
}

/** Writes the slices and `index.json` to `public/generated/fonts/`. */
export async function make(): Promise<string> {
  const stamp = await stampOf()
  const stampFile = new URL('.stamp', target)
  const before = await readFile(stampFile, 'utf8').catch(() => '')
  if (before === stamp) return 'up to date'
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  const fonts: Font[] = []
  for (const choice of choices) fonts.push(await makeFont(choice))
  const index = readFontIndex({ fonts })
  await writeFile(new URL('index.json', target), JSON.stringify(index))
  await writeFile(stampFile, stamp)
  return `${fonts.length} fonts, ${fonts.reduce((sum, font) => sum + font.files.length, 0)} files`
}
