import type { TextLayer } from '#core/design/document.ts'
import { textSizeMm } from '#core/render/text-bounds.ts'
import type { TextBox } from './api.ts'
import { openContext } from './scratch-canvases.ts'
import type { Workshop } from './workshop.ts'

const ruler = openContext(new OffscreenCanvas(1, 1), {})

/** The box that a text fills at scale 1, its font loaded. @throws StampaError `font-failed` */
export async function measureText(workshop: Workshop, layer: TextLayer): Promise<TextBox> {
  await workshop.fonts.load([layer])
  const book = await workshop.fonts.open()
  const assets = workshop.assets(() => null)
  return {
    ...textSizeMm({ ctx: ruler, assets }, layer),
    missing: book.missing(layer.text, layer.fontId),
  }
}
