import { readdirSync, statSync } from 'node:fs'
import type { ErrorCode } from '#core/errors.ts'
import { photograph } from '../../fixtures/photographs.ts'

export type Answer = 'ok' | ErrorCode

const folder = 'open/robustness'

/** Every public file of bad and odd input, by its path within the folder. */
export const robustnessFiles = (): readonly string[] => walk('').sort()

function walk(under: string): string[] {
  return readdirSync(photograph(`${folder}/${under}`)).flatMap((name) => {
    const path = under === '' ? name : `${under}/${name}`
    return statSync(photograph(`${folder}/${path}`)).isDirectory() ? walk(path) : [path]
  })
}

/** The first rule that fits a path says what the customer is answered. */
const rules: readonly (readonly [RegExp, Answer])[] = [
  // Neither PNG nor JPEG by its bytes, whatever its name.
  [/^made\/(bmp|tiff)-named\.jpg$/, 'upload-format'],
  [/^made\/(empty|html|one-byte|pdf|svg-script|text|leading-garbage)\.jpg$/, 'upload-format'],
  [/^made\/zeros-64k\.png$/, 'upload-format'],
  [/^pngsuite\/x(cr|lf|s\d)n0g0[14]\.png$/, 'upload-format'],
  // Sizes that no phone should be asked to hold.
  [/^giant\//, 'photo-too-large'],
  [/^made\/(bomb-|claims-65535|header-2147483647)/, 'photo-too-large'],
  [/^made\/header-100000x1/, 'photo-too-long'],
  // Cut short, contradicting itself, or with a wrong sum.
  [/^made\/(truncated-|bad-crc|claims-zero|header-zero|flipped-bytes)/, 'photo-damaged'],
  [/^damaged\/(truncated|corrupt-header)/, 'photo-damaged'],
  [/^pngsuite\/x/, 'photo-damaged'],
  [/^(pngsuite|exif-orientation|colour-spaces|odd|made|png-16bit|animated)\//, 'ok'],
  // The suites of damaged files: what is whole enough to be shown right.
  [/^damaged\/jpeg-suite\/1cbb1bb3/, 'ok'],
  [/^damaged\/png-suite\/(5beaadc1|611b294d|829b05b7|8711007e|dd18aac0|e59ec0cf)/, 'ok'],
  [/^damaged\/png-suite\/(edf5c1b0|f757de97|m1-66ac49ef)/, 'ok'],
  [/^damaged\/jpeg-suite\/46f5d9c1/, 'photo-too-long'],
  [
    /^damaged\/jpeg-suite\/(138d3b9e|21ad703b|255015e0|39f43f28|3ea649db|3ef05501)/,
    'upload-format',
  ],
  [
    /^damaged\/jpeg-suite\/(46e5ac4a|56d4a1bb|5bc61724|7acc832f|8417a305|acb1fac4)/,
    'upload-format',
  ],
  [/^damaged\/jpeg-suite\/(b5369bcb|cc4ee796|d15b71b8|f6419b06)/, 'upload-format'],
  [/^damaged\//, 'photo-damaged'],
]

/** Damage that only the browser's own decoder sees. */
const seenByDecoder = /^damaged\/(jpeg-suite\/(4085c929|f1fad47f)|png-suite\/(579294d4|f427b6be))/

/** Pictures of other kinds, by their bytes: taken where the browser decodes them. */
const convertible = /\.(gif|webp|heic|heif|avif)$|^made\/(avif|gif|heic|webp)-named\.jpg$/

/** What Chromium answers of those: it decodes no HEIC, and of damaged GIFs all but four. */
const conversions: readonly (readonly [RegExp, Answer])[] = [
  [/\.(heic|heif)$|^made\/heic-named\.jpg$/, 'photo-heic'],
  [/^damaged\/gif-suite\/(2b5bc31d|55abb3cc|5f09a896|9f8f6046)/, 'upload-format'],
]

const answerBy = (table: typeof rules, path: string): Answer =>
  table.find(([form]) => form.test(path))?.[1] ?? 'ok'

/** What a file is answered in the whole, decoded or converted. */
export const wantedAnswer = (path: string): Answer =>
  answerBy(convertible.test(path) ? conversions : rules, path)

/** What its bytes alone say to the reader of the kinds that are stored. */
export const wantedFromBytes = (path: string): Answer => {
  if (convertible.test(path)) return 'upload-format'
  return seenByDecoder.test(path) ? 'ok' : wantedAnswer(path)
}
