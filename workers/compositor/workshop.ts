import type { Design, PhotoRef } from '#core/design/document.ts'
import type { PhotoPicture, RenderAssets } from '#core/render/assets.ts'
import { createKeeper } from '#core/render/assets.ts'
import { renderNeeds } from '#core/render/needs.ts'
import { FontShelf } from './font-shelf.ts'
import { pathOf } from './paths.ts'
import { PhotoDeck, type PhotoSource } from './photo-deck.ts'
import { ScratchCanvases } from './scratch-canvases.ts'
import { StickerShelves } from './sticker-shelves.ts'

/** What every drawing of this worker is made from: fonts, stickers, photos, canvases. */
export class Workshop {
  readonly fonts: FontShelf
  readonly stickers = new StickerShelves()
  readonly photos: PhotoDeck
  readonly photoSource: PhotoSource
  readonly screenCanvases = new ScratchCanvases(false)
  readonly printCanvases = new ScratchCanvases(true)

  constructor(photoSource: PhotoSource, registry: FontFaceSet) {
    this.fonts = new FontShelf(registry)
    this.photoSource = photoSource
    this.photos = new PhotoDeck(photoSource)
  }

  /** Assets over given photos; prepared values live as long as the design's own objects. */
  assets(
    photo: (photo: PhotoRef, wantedWidthPx: number) => PhotoPicture | null,
    kept: RenderAssets['kept'] = createKeeper(),
    canvases: ScratchCanvases = this.printCanvases,
  ): RenderAssets {
    return {
      photo,
      sticker: (stickerId) => this.stickers.program(stickerId),
      fontFamily: (fontId) => this.fonts.family(fontId),
      path: pathOf,
      scratch: canvases.lend,
      kept,
    }
  }

  /** Loads fonts and stickers of a design. */
  async loadShelves(design: Design): Promise<void> {
    const needs = renderNeeds(design, 1)
    await Promise.all([this.fonts.load(needs.texts), this.stickers.load(needs.stickerIds)])
  }
}
