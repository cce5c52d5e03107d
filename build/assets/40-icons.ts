import { mkdir, readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'

/** The mark of the house as the pictures that home screens want. */
const root = new URL('../../', import.meta.url)
const target = new URL('public/generated/icons/', root)

/** `whole` fills its square to the edge: the device cuts the shape that it likes. */
const icons = [
  { name: 'icon-192', px: 192, whole: false },
  { name: 'icon-512', px: 512, whole: false },
  { name: 'maskable-192', px: 192, whole: true },
  { name: 'maskable-512', px: 512, whole: true },
  { name: 'apple-touch-icon', px: 180, whole: true },
] as const

/** Writes the icons that `app.webmanifest` and `index.html` name to `public/generated/icons/`. */
export async function make(): Promise<string> {
  const mark = await readFile(new URL('public/favicon.svg', root), 'utf8')
  const whole = mark.replace(/ rx="8"/, '')
  if (whole === mark) throw new Error('favicon.svg has no rounded ground')
  await mkdir(target, { recursive: true })
  for (const icon of icons) {
    const svg = Buffer.from(icon.whole ? whole : mark)
    const drawn = sharp(svg, { density: (72 * icon.px) / 32 }).resize(icon.px, icon.px)
    const bytes = await drawn.png({ compressionLevel: 9 }).toBuffer()
    await writeFile(new URL(`${icon.name}.png`, target), bytes)
  }
  return `${icons.length} icons`
}
