import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { stickerIndexSchema, stickerSetSchema } from '../../core/render/sticker-schemas.ts'
import type { StickerIndex, StickerPath, StickerProgram } from '../../core/render/stickers.ts'
import { stickerKeywords, stickerSelection } from '../sticker-selection.ts'

/** Turns flat SVG icons into vector programs that any Canvas2D can fill. */
const root = new URL('../../', import.meta.url)
const source = new URL('node_modules/@iconify-json/fluent-emoji-flat/', root)
const target = new URL('public/generated/stickers/', root)

const setSchema = z.object({ icons: z.record(z.string(), z.object({ body: z.string() })) })
const packageSchema = z.object({ version: z.string() })
type Attributes = Readonly<Record<string, string>>

/** Parts of SVG that a program has no words for; an icon with one of them is left out. */
const unknownParts = /<(defs|use|clipPath|linearGradient|radialGradient|filter|mask)\b|stroke=/

function attributesOf(tag: string): Attributes {
  return Object.fromEntries([...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map((at) => [at[1], at[2]]))
}

const numberOf = (attributes: Attributes, name: string): number => Number(attributes[name] ?? 0)

function ellipsePath(cx: number, cy: number, rx: number, ry: number): string {
  return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`
}

function rectPath(at: Attributes): string {
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => numberOf(at, name))
  const rx = Number(at['rx'] ?? at['ry'] ?? 0)
  if (rx === 0) return `M${x} ${y}h${width}v${height}h${-(width ?? 0)}Z`
  const across = (width ?? 0) - 2 * rx
  const down = (height ?? 0) - 2 * rx
  const turn = (dx: number, dy: number): string => `a${rx} ${rx} 0 0 1 ${dx} ${dy}`
  return `M${(x ?? 0) + rx} ${y}h${across}${turn(rx, rx)}v${down}${turn(-rx, rx)}h${-across}${turn(-rx, -rx)}v${-down}${turn(rx, -rx)}Z`
}

function pathOf(element: string, at: Attributes): string {
  const [cx, cy] = [numberOf(at, 'cx'), numberOf(at, 'cy')]
  if (element === 'circle') return ellipsePath(cx, cy, numberOf(at, 'r'), numberOf(at, 'r'))
  if (element === 'ellipse') return ellipsePath(cx, cy, numberOf(at, 'rx'), numberOf(at, 'ry'))
  return element === 'rect' ? rectPath(at) : (at['d'] ?? '')
}

/** SVG's `rotate(deg cx cy)` and `matrix(...)`, the two the set uses. */
function matrixOf(transform: string): StickerPath['transform'] {
  const [, kind, list = ''] = /^(\w+)\(([^)]*)\)$/.exec(transform) ?? []
  const values = list.split(/[\s,]+/).map(Number)
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values
  if (kind === 'matrix') return [a, b, c, d, e, f]
  if (kind !== 'rotate') throw new Error(`unknown transform ${transform}`)
  const [cos, sin] = [Math.cos((a * Math.PI) / 180), Math.sin((a * Math.PI) / 180)]
  const round = (value: number): number => Math.round(value * 1e6) / 1e6
  const dx = b - cos * b + sin * c
  const dy = c - sin * b - cos * c
  return [round(cos), round(sin), round(-sin), round(cos), round(dx), round(dy)]
}

const longColour = (colour: string): string =>
  (colour.length === 4 ? colour.replace(/[0-9a-f]/gi, '$&$&') : colour).toLowerCase()

function programOf(name: string, body: string): StickerProgram {
  if (unknownParts.test(body)) throw new Error(`${name} uses more than fills`)
  const paths: StickerPath[] = []
  const groups: Attributes[] = []
  for (const [tag, element = ''] of body.matchAll(/<(\/?\w+)[^>]*>/g)) {
    if (element === 'g') groups.push(attributesOf(tag))
    if (element === '/g') groups.pop()
    if (!['path', 'circle', 'ellipse', 'rect'].includes(element)) continue
    const at: Attributes = Object.assign({}, ...groups, attributesOf(tag))
    const fill = at['fill'] ?? '#000'
    if (fill === 'none') continue
    paths.push({
      d: pathOf(element, at),
      fill: longColour(fill),
      ...(at['opacity'] === undefined ? {} : { opacity: Number(at['opacity']) }),
      ...(at['fill-rule'] === 'evenodd' ? { evenOdd: true as const } : {}),
      ...(at['transform'] === undefined ? {} : { transform: matrixOf(at['transform']) }),
    })
  }
  return { paths }
}

function keywordsOf(name: string, category: string): string {
  const words = [...name.split('-'), ...(stickerKeywords[category] ?? '').split(' ')]
  return [...new Set(words)].join(' ')
}

async function writeStickerSets(icons: Readonly<Record<string, { body: string }>>) {
  const entries: StickerIndex['stickers'] = []
  const skipped: string[] = []
  for (const [category, names] of Object.entries(stickerSelection)) {
    const stickers: Record<string, StickerProgram> = {}
    for (const id of names) {
      const icon = icons[id]
      if (icon === undefined || unknownParts.test(icon.body)) {
        skipped.push(id)
        continue
      }
      stickers[id] = programOf(id, icon.body)
      entries.push({ id, category, keywords: keywordsOf(id, category) })
    }
    const set = stickerSetSchema.parse({ stickers })
    await writeFile(new URL(`${category}.json`, target), JSON.stringify(set))
  }
  const index = stickerIndexSchema.parse({
    categories: Object.keys(stickerSelection),
    stickers: entries,
  })
  await writeFile(new URL('index.json', target), JSON.stringify(index))
  return { count: entries.length, skipped }
}

/** Writes one file a category and `index.json` to `public/generated/stickers/`. */
export async function make(): Promise<string> {
  const { version } = packageSchema.parse(
    JSON.parse(await readFile(new URL('package.json', source), 'utf8')),
  )
  const stamp = `${version} ${JSON.stringify(stickerSelection)} ${JSON.stringify(stickerKeywords)}`
  const stampFile = new URL('.stamp', target)
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return 'up to date'
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  const set = setSchema.parse(JSON.parse(await readFile(new URL('icons.json', source), 'utf8')))
  const { count, skipped } = await writeStickerSets(set.icons)
  await writeFile(stampFile, stamp)
  const left = skipped.length === 0 ? '' : `, left out: ${skipped.join(' ')}`
  return `${count} stickers${left}`
}
