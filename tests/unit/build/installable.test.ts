import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { z } from 'zod'

const manifest = z
  .object({
    name: z.string().min(1),
    short_name: z.string().min(1),
    start_url: z.literal('/'),
    scope: z.literal('/'),
    display: z.literal('standalone'),
    background_color: z.string(),
    theme_color: z.string(),
    icons: z.array(
      z.object({ src: z.string(), sizes: z.string(), purpose: z.literal('maskable').optional() }),
    ),
  })
  .parse(JSON.parse(readFileSync('public/app.webmanifest', 'utf8')))

it('the installed app opens on the paper of the design system', () => {
  const [, light, dark] =
    /--paper: light-dark\((#\w+), (#\w+)\)/.exec(readFileSync('src/ui/tokens.css', 'utf8')) ?? []
  expect([manifest.background_color, manifest.theme_color]).toEqual([light, light])
  const html = readFileSync('index.html', 'utf8')
  const themes = [...html.matchAll(/name="theme-color" content="(#\w+)"/g)].map(([, hex]) => hex)
  expect(themes).toEqual([light, dark])
})

it('every icon is as large as it says, and one of each size may be cut to any shape', async () => {
  const pictures = manifest.icons.filter(({ src }) => src.endsWith('.png'))
  for (const { src, sizes, purpose } of pictures) {
    const picture = sharp(`public${src}`)
    const { width, height } = await picture.metadata()
    expect(`${width}x${height}`, src).toBe(sizes)
    const { channels } = await picture.stats()
    const isOpaque = (channels[3]?.min ?? 255) === 255
    expect(isOpaque, src).toBe(purpose === 'maskable')
  }
  const maskable = pictures.filter(({ purpose }) => purpose === 'maskable')
  expect(maskable.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512'])
})
