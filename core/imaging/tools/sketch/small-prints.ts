import type { StudySettings } from './analysis.ts'

/** On the longer side of a picture that is smaller, a stroke is finer than a pixel. */
const ROOM_PX = 800
const COARSER_MAX = 3

/** How much wider a stroke is than in a large print, so that its pixels can show it; 1 from {@link ROOM_PX} on. */
const coarsenessOf = (printPx: number): number =>
  Math.min(COARSER_MAX, Math.max(1, ROOM_PX / printPx))

/**
 * Strokes that a small picture has the pixels for: finer ones leave it a photograph with grain.
 * @param printPx longer side of what is printed, not of a preview
 */
export function withRoom(settings: StudySettings, printPx: number): StudySettings {
  const by = coarsenessOf(printPx)
  if (by === 1) return settings
  // Half as much longer as wider: long ones would cross a face.
  const longer = (1 + by) / 2
  return {
    ...settings,
    strokes: settings.strokes.map(({ halfLength, width, ...rest }) => ({
      ...rest,
      halfLength: halfLength * longer,
      width: width * by,
    })),
  }
}
