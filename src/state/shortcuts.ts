import { atom } from 'jotai'
import { readStored, writeStored } from '../storage/local-storage.ts'

const SINGLE_KEYS = 'HL_singleKeys'
const singleAtom = atom(readStored(SINGLE_KEYS) !== 'off')

/**
 * Whether single letters and signs are shortcuts. Who dictates or presses keys by accident turns
 * them off (WCAG 2.2, 2.1.4).
 */
export const singleKeysAtom = atom(
  (get) => get(singleAtom),
  (_get, set, on: boolean) => {
    set(singleAtom, on)
    writeStored(SINGLE_KEYS, on ? 'on' : 'off')
  },
)
