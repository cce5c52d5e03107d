import { atom } from 'jotai'
import type { ToolSession } from './tool-settings.ts'
import { noToolSteps, type ToolSteps } from './tool-steps.ts'

/** The tool that is open on a layer, with what it is set to; null: the cards are shown. */
export const toolSessionAtom = atom<ToolSession | null>(null)
/** What was done to the settings of the open tool. */
export const toolStepsAtom = atom<ToolSteps>(noToolSteps)
/** Seconds until the server begins; null where nothing waits for it. */
export const toolWaitAtom = atom<number | null>(null)
