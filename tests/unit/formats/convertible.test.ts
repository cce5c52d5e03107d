import { expect, it } from 'vitest'
import { type ConvertibleHeader, readConvertibleHeader } from '#core/formats/convertible.ts'

const bytesOf = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string' ? Array.from(part, (sign) => sign.charCodeAt(0)) : part,
    ),
  )
const zeros = (count: number) => Array.from({ length: count }, () => 0)
const ispe = (widthPx: number, heightPx: number) => {
  const long = (value: number) => [0, 0, value >> 8, value & 255]
  return bytesOf([0, 0, 0, 20], 'ispe', zeros(4), long(widthPx), long(heightPx))
}
const heif = (brand: string, ...sizes: readonly (readonly [number, number])[]) =>
  bytesOf(
    [0, 0, 0, 24],
    `ftyp${brand}`,
    zeros(4),
    'miaf',
    brand === 'mif1' ? 'heic' : 'MA1A',
    ...sizes.map(([width, height]) => [...ispe(width, height)]),
    zeros(8),
  )

it.each<[string, Uint8Array, ConvertibleHeader]>([
  [
    'a GIF',
    bytesOf('GIF89a', [0x40, 1, 0xf0, 0], zeros(20)),
    { format: 'gif', widthPx: 320, heightPx: 240, hasAlpha: true },
  ],
  [
    'a lossy WebP',
    bytesOf('RIFF', zeros(4), 'WEBPVP8 ', zeros(10), [0x40, 1, 0xf0, 0]),
    { format: 'webp', widthPx: 320, heightPx: 240, hasAlpha: false },
  ],
  [
    'a WebP with transparency',
    bytesOf('RIFF', zeros(4), 'WEBPVP8X', zeros(4), [0x10, 0, 0, 0, 0x3f, 1, 0, 0xef, 0, 0]),
    { format: 'webp', widthPx: 320, heightPx: 240, hasAlpha: true },
  ],
  [
    'an AVIF',
    heif('avif', [320, 240]),
    { format: 'avif', widthPx: 320, heightPx: 240, hasAlpha: false },
  ],
  [
    'an iPhone’s HEIC, whose tiles have a size too',
    heif('heic', [512, 512], [4032, 3024]),
    { format: 'heic', widthPx: 4032, heightPx: 3024, hasAlpha: false },
  ],
  [
    'a HEIC of another make',
    heif('mif1', [4000, 3000]),
    { format: 'heic', widthPx: 4000, heightPx: 3000, hasAlpha: false },
  ],
])('%s says its kind and size', (_, bytes, header) => {
  expect(readConvertibleHeader(bytes)).toEqual(header)
})

it.each([
  ['text', bytesOf('GIF89a, in truth')],
  ['a film', heif('isom', [320, 240])],
  ['a picture without a size', heif('heic')],
  ['a WebP cut short', bytesOf('RIFF', zeros(4), 'WEBPVP8 ', zeros(6))],
  ['nothing', new Uint8Array()],
])('%s is none of them', (_, bytes) => {
  expect(readConvertibleHeader(bytes)).toBeNull()
})
