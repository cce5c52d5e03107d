import { useMediaQuery } from '#src/ui/media-query.ts'

/**
 * How the studio stands in its window. The room decides, not what the device counts as: a phone on
 * its side and a narrow window on a PC get what fits.
 * - `stacked`: the tools below, a panel as a sheet over the lower half
 * - `beside`: a rail of tools and one panel beside the stage
 * - `full`: the settings of the selection on the other side too
 */
export type StudioLayout = 'stacked' | 'beside' | 'full'

const FULL_QUERY = '(min-width: 72em)'
/** A window with a keyboard's height is too low for a sheet: its panel stands beside the stage. */
const BESIDE_QUERY =
  '(min-width: 48em), (min-width: 30em) and (max-height: 30em) and (orientation: landscape)'

/** The studio's layout in this window; follows turning, resizing and zooming. */
export function useStudioLayout(): StudioLayout {
  const full = useMediaQuery(FULL_QUERY)
  const beside = useMediaQuery(BESIDE_QUERY)
  return full ? 'full' : beside ? 'beside' : 'stacked'
}

/** Whether a mouse is at hand, and a keyboard with it: what only they can do is told then alone. */
export const useHasMouse = (): boolean => useMediaQuery('(hover: hover) and (pointer: fine)')

/**
 * How high a panel rests as a sheet:
 * - `panel`: over the lower half
 * - `reading`: what is worth a look before printing, with every way out of it; the stage only shows where
 * - `tool`: half of the window stays the stage's, where what the tool makes is seen
 * - `low`: one slider, and what applies it
 */
export type SheetRest = 'panel' | 'reading' | 'tool' | 'low'

interface SheetHeight {
  readonly share: number
  /** With large letters as much of a panel is seen, as long as the stage keeps its share. */
  readonly rem: number
}
const heights: Readonly<Record<SheetRest, SheetHeight>> = {
  panel: { share: 0.46, rem: 15 },
  reading: { share: 0.62, rem: 15 },
  tool: { share: 0.41, rem: 18.5 },
  low: { share: 0, rem: 13 },
}
const SHEET_PX_MIN = 184
const SHEET_SHARE_MAX = 0.5

/** How high a sheet rests in the stacked layout, in CSS; `sheetRestingPx` is the same. */
export const sheetResting = (rest: SheetRest): string => {
  const { share, rem } = heights[rest]
  return `max(${share * 100}svh, ${SHEET_PX_MIN}px, min(${rem}rem, ${SHEET_SHARE_MAX * 100}svh))`
}
export const sheetRestingPx = (rest: SheetRest, windowHeightPx: number, remPx: number): number => {
  const { share, rem } = heights[rest]
  return Math.max(
    windowHeightPx * share,
    SHEET_PX_MIN,
    Math.min(rem * remPx, windowHeightPx * SHEET_SHARE_MAX),
  )
}
