import { readStored, writeStored } from '../storage/local-storage.ts'

const HINT_KEY = 'HL_drafts'

/**
 * How many drafts there were when they were last counted: known at once, where the drafts
 * themselves need a database and its code. The shop front keeps their place by it.
 */
export const hintedDrafts = (): number => Number(readStored(HINT_KEY)) || 0

export const hintDrafts = (count: number): void => writeStored(HINT_KEY, String(count))
