import { z } from 'zod'
import { storable } from './storable.ts'

/** NUL, and half of a surrogate pair: what no database keeps as text. */
const unstorable = /[\0\p{Surrogate}]/gu

/** Text as every call takes it: whatever can be stored, and nothing else. */
export const text = () => z.string().regex(storable)

/** Text of a customer's own document: what cannot be stored is mended, so that nothing is lost by it. */
export const mendedText = () => z.string().overwrite(mendText)

/** Text with the replacement character for what cannot be stored. */
const mendText = (typed: string): string => typed.replace(unstorable, '\ufffd')
