import { atom } from 'jotai'
import type { SheetRest } from './layout.ts'
import { toolSessionAtom } from './open-tool.ts'
import { openPanelAtom } from './panel.ts'
import { worksOnPhotoAtom } from './tool-history.ts'

/** The tool for whose sake the panel was pulled down. */
const loweredForAtom = atom<string | null>(null)

/** What the open panel makes of a photo and the stage shows; null where the stage is not looked at. */
const shownOnStageAtom = atom((get): string | null => {
  const panel = get(openPanelAtom)
  if (panel === 'adjust') return panel
  const session = get(toolSessionAtom)
  return panel === 'tools' && session !== null && !get(worksOnPhotoAtom)
    ? `${session.layerId} ${session.request.tool}`
    : null
})

/** Whether the stage shows what the open panel makes of a photo, and so needs its room. */
export const worksOnStageAtom = atom((get) => get(shownOnStageAtom) !== null)

/** Whether the panel is pulled down to its first slider; another tool stands as high as usual again. */
export const isSheetLowAtom = atom(
  (get) => get(shownOnStageAtom) !== null && get(loweredForAtom) === get(shownOnStageAtom),
  (get, set, low: boolean) => set(loweredForAtom, low ? get(shownOnStageAtom) : null),
)

/** How high the open panel rests as a sheet. */
export const sheetRestAtom = atom((get): SheetRest => {
  if (get(isSheetLowAtom)) return 'low'
  if (get(worksOnStageAtom)) return 'tool'
  return get(openPanelAtom) === 'preflight' ? 'reading' : 'panel'
})
