import { randomInt } from 'node:crypto'

/** Without letters and digits that are taken for one another. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

const drawn = (length: number, from: string): string =>
  Array.from({ length }, () => from[randomInt(from.length)]).join('')

/** `20261121-7KQ2MX`: the day in UTC, and six characters that nobody can count through. */
export const newOrderNumber = (now: Date): string =>
  `${now.toISOString().slice(0, 10).replaceAll('-', '')}-${drawn(6, ALPHABET)}`
