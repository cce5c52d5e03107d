import { randomInt } from 'node:crypto'

/** Without letters and digits that are taken for one another. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

const DRAWN = 6
const NUMBERS = ALPHABET.length ** DRAWN

/** Drawn once, for each number that is drawn costs as much. */
function drawn(): string {
  let rest = randomInt(NUMBERS)
  let text = ''
  for (let left = DRAWN; left > 0; left--) {
    text += ALPHABET[rest % ALPHABET.length]
    rest = Math.floor(rest / ALPHABET.length)
  }
  return text
}

/** `20261121-7KQ2MX`: the day in UTC, and six characters that nobody can count through. */
export const newOrderNumber = (now: Date): string =>
  `${now.toISOString().slice(0, 10).replaceAll('-', '')}-${drawn()}`
