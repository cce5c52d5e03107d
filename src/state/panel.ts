import { atom } from 'jotai'

/** Every panel of the studio; `properties` shows the selection's own settings on phones. */
export const panelIds = [
  'photos',
  'text',
  'doodle',
  'stickers',
  'background',
  'layout',
  'layers',
  'tools',
  'adjust',
  'preflight',
  'preview',
  'product',
  'properties',
] as const
export type PanelId = (typeof panelIds)[number]

/** The panel that is open, or null. `preview` covers the whole window; the others leave the stage. */
export const openPanelAtom = atom<PanelId | null>(null)
