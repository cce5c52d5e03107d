import { useMediaQuery } from '#src/ui/media-query.ts'
import type { PanelId } from './panel.ts'

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

const SHEET_SHARE = 0.46
/** What is worth a look before printing is read, with every way out of it; the stage only shows where. */
const READ_SHARE = 0.62
const SHEET_PX_MIN = 184
/** With large letters as much of a panel is seen, as long as the stage keeps its share. */
const SHEET_REM = 15
const SHEET_SHARE_MAX = 0.5

const shareOf = (panel: PanelId | null) => (panel === 'preflight' ? READ_SHARE : SHEET_SHARE)

/** How high a panel's sheet rests in the stacked layout, in CSS; `sheetRestingPx` is the same. */
export const sheetResting = (panel: PanelId | null): string =>
  `max(${shareOf(panel) * 100}svh, ${SHEET_PX_MIN}px, min(${SHEET_REM}rem, ${SHEET_SHARE_MAX * 100}svh))`
export const sheetRestingPx = (panel: PanelId, windowHeightPx: number, remPx: number): number =>
  Math.max(
    windowHeightPx * shareOf(panel),
    SHEET_PX_MIN,
    Math.min(SHEET_REM * remPx, windowHeightPx * SHEET_SHARE_MAX),
  )
