import { keptBox } from '#core/imaging/kept-box.ts'
import type { Tool } from '#core/imaging/tool-definition.ts'
import { toolById } from '#core/imaging/tools/table.ts'
import type { Box } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { loadScript } from '../load-script.ts'

/** So small a copy tells a place to two thousandths of a side. */
const COPY_PX = 512

/** What of a tool's result the print is to show, in fractions of its sides; null for all of it. */
export async function pictureIn(tool: Tool, result: Raster): Promise<Box | null> {
  const find = tool.pictureIn
  return find === undefined ? null : (await loadScript(() => find()))(result)
}

/**
 * The same of a result's file; of a cut-out it is the box about what is not clear.
 * @param id of the tool that made it
 */
export async function keptIn(file: Blob, id: string): Promise<Box | null> {
  const picture = await smallOf(file)
  const tool = toolById(id)
  if (picture === null || tool === undefined) return null
  return tool.pictureIn === undefined ? keptBox(picture) : await pictureIn(tool, picture)
}

async function smallOf(file: Blob): Promise<Raster | null> {
  // The other side follows.
  const picture = await createImageBitmap(file, { resizeWidth: COPY_PX, resizeQuality: 'medium' })
  const { width: widthPx, height: heightPx } = picture
  try {
    const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d')
    if (context === null) return null
    context.drawImage(picture, 0, 0)
    const { data: rgba } = context.getImageData(0, 0, widthPx, heightPx)
    return { rgba, widthPx, heightPx }
  } finally {
    picture.close()
  }
}
