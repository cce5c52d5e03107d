import type { Design, PhotoLayer } from '#core/design/document.ts'
import type { PhotoPicture, RenderAssets } from '#core/render/assets.ts'
import { createKept } from '#core/render/kept.ts'
import { renderNeeds } from '#core/render/needs.ts'
import { AdjustedPhotos } from './adjusted-photos.ts'
import { FontCache } from './font-cache.ts'
import { pathOf } from './paths.ts'
import { PhotoCache, type PhotoSource } from './photo-cache.ts'
import { pictureOf, ScratchCanvases } from './scratch-canvases.ts'
import { StickerSets } from './sticker-sets.ts'

/** What every drawing of this worker is made from: fonts, stickers, photos, canvases. */
export class RenderResources {
  readonly fonts: FontCache
  readonly stickers = new StickerSets()
  readonly photos: PhotoCache
  readonly adjusted: AdjustedPhotos
  readonly photoSource: PhotoSource
  readonly screenCanvases = new ScratchCanvases(false)
  readonly printCanvases = new ScratchCanvases(true)

  constructor(photoSource: PhotoSource, registry: FontFaceSet) {
    this.fonts = new FontCache(registry)
    this.photoSource = photoSource
    this.photos = new PhotoCache(photoSource)
    this.adjusted = new AdjustedPhotos(photoSource, this.photos)
  }

  readonly #stillPhoto = (layer: PhotoLayer, wantedWidthPx: number): PhotoPicture | null =>
    this.adjusted.picture(layer, wantedWidthPx, 'still').picture

  /** Assets over given photos, by default those that are decoded; what is prepared is kept among drawings that share `kept`. */
  assets(
    photo: (layer: PhotoLayer, wantedWidthPx: number) => PhotoPicture | null = this.#stillPhoto,
    kept: RenderAssets['kept'] = createKept(),
    canvases: ScratchCanvases = this.printCanvases,
  ): RenderAssets {
    return {
      photo,
      sticker: (stickerId) => this.stickers.program(stickerId),
      fontFamily: (fontId) => this.fonts.family(fontId),
      path: pathOf,
      scratch: canvases.lend,
      picture: pictureOf,
      kept,
    }
  }

  /** Loads fonts and stickers of a design. */
  async loadStickers(design: Design): Promise<void> {
    const needs = renderNeeds(design, 1)
    await Promise.all([this.fonts.load(needs.texts), this.stickers.load(needs.stickerIds)])
  }
}
