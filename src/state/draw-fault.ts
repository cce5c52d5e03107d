import { atom } from 'jotai'
import type { Fault } from '#core/errors.ts'

/** Why the stage does not show the design as it is, or null. */
export const drawFaultAtom = atom<Fault | null>(null)

/** Counts how often the customer has asked for the stage to be drawn again. */
export const redrawAtom = atom(0)
