import type { ToolJob } from './tool-definition.ts'

/** Of a photo as small as a thumbnail not even a drawing is worth more. */
export const ENLARGED_MAX = 6

/**
 * How many times as large as its photo a drawing is made: lines and borders are finer than the pixels of a small photo.
 * @param leastPx longer side that a drawing of a small photo is to have; a larger photo's is as large as the photo
 */
export const drawnLargerBy = (
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  leastPx: number,
): number => Math.max(1, Math.min(ENLARGED_MAX, Math.ceil(leastPx / Math.max(widthPx, heightPx))))

/**
 * The same of what a tool is given: what is looked at for a moment, or stands for a larger photo, is
 * drawn as small as it is.
 * @param times of the photo itself
 */
export const drawnLargerIn = (
  { isQuick = false, ratio }: Pick<ToolJob, 'isQuick' | 'ratio'>,
  times: number,
): number => (isQuick || ratio < 1 ? 1 : times)
