import { type Font, type FontFile, type FontIndex, fontStyles } from './fonts.ts'

/**
 * Checks an index of fonts by hand: the worker that draws starts in half the time without the code
 * of schemas, and asks for nothing else that needs one.
 * @throws TypeError of what is no index
 */
export function readFontIndex(value: unknown): FontIndex {
  if (isRecord(value) && isListOf(value['fonts'], isFont)) return { fonts: value['fonts'] }
  throw new TypeError('not an index of fonts')
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Whether it is a list that is not empty, of such values. */
const isListOf = <T>(value: unknown, is: (each: unknown) => each is T): value is readonly T[] =>
  Array.isArray(value) && value.length > 0 && value.every(is)

const isFontFile = (value: unknown): value is FontFile =>
  isRecord(value) && typeof value['file'] === 'string' && typeof value['unicodeRange'] === 'string'

const isFont = (value: unknown): value is Font =>
  isRecord(value) &&
  ['id', 'key', 'title', 'licence'].every((name) => typeof value[name] === 'string') &&
  fontStyles.some((style) => style === value['style']) &&
  typeof value['fallback'] === 'boolean' &&
  isListOf(value['files'], isFontFile)
