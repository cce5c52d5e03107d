import type { TextLayer } from '#core/design/document.ts'
import { textSizeMm } from '#core/render/text-bounds.ts'
import { softBreaksOf } from '#core/render/text-layout.ts'
import { openContext } from '../pixels/canvases.ts'
import type { TextBox } from './api.ts'
import type { RenderResources } from './render-resources.ts'

const ruler = openContext(new OffscreenCanvas(1, 1), {})

/** The box that a text fills at scale 1 and where it breaks, its font loaded. @throws StampaError `font-failed` */
export async function measureText(resources: RenderResources, layer: TextLayer): Promise<TextBox> {
  await resources.fonts.load([layer])
  const book = await resources.fonts.open()
  const assets = resources.assets(() => null)
  const softBreaks = softBreaksOf(ruler, layer, assets.fontFamily(layer.fontId))
  return {
    ...textSizeMm({ ctx: ruler, assets }, { ...layer, softBreaks }),
    softBreaks,
    missing: book.missing(layer.text, layer.fontId),
  }
}
