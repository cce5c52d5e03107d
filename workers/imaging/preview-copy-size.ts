import { PREVIEW_OVERSIZE } from '#core/imaging/preview-sizes.ts'
import type { AskedTool } from '#core/imaging/tools/table.ts'

/** Longer side of what a preview is made of: what is enlarged is as large as it is shown. */
export function previewCopyPx({ tool, settings }: AskedTool, longSidePx: number): number {
  const scale = tool.scale?.(settings)
  return scale === undefined ? longSidePx * PREVIEW_OVERSIZE : longSidePx / scale
}
