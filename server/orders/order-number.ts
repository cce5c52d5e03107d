import { randomInt } from 'node:crypto'
import { READABLE_LETTERS } from '../operation/readable-letters.ts'

const DRAWN = 6
const NUMBERS = READABLE_LETTERS.length ** DRAWN

/** Drawn once, for each number that is drawn costs as much. */
function drawn(): string {
  let rest = randomInt(NUMBERS)
  let text = ''
  for (let left = DRAWN; left > 0; left--) {
    text += READABLE_LETTERS[rest % READABLE_LETTERS.length]
    rest = Math.floor(rest / READABLE_LETTERS.length)
  }
  return text
}

/** `20261121-7KQ2MX`: the day in UTC, and six characters that nobody can count through. */
export const newOrderNumber = (now: Date): string =>
  `${now.toISOString().slice(0, 10).replaceAll('-', '')}-${drawn()}`
