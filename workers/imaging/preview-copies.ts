import { ByteLru } from '#core/cache/byte-lru.ts'
import type { PhotoRef } from '#core/design/document.ts'
import { scaledCopy } from '#core/imaging/scaled-copy.ts'
import type { ToolEnvironment } from '#core/imaging/tool.ts'
import { fittedSize, type PixelSource, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import type { Job } from '../job-registry.ts'
import type { PhotoStore } from '../photo-store/photo-store.ts'
import { decodeSmall } from '../pixels/decode-small.ts'
import { openPhoto } from '../pixels/open-photo.ts'

/** A few copies of a photo in the sizes that previews ask for; a phone's photo decoded is four times as much. */
const BUDGET_BYTES = 12 << 20
/** Two glances at photos. */
const GLANCES_BYTES = 4 << 20

interface Copy {
  readonly hash: string
  readonly raster: Raster
}

/** Small copies of photos for previews: a photo is decoded for the first one, and not again. */
export class PreviewCopies {
  readonly #store: PhotoStore
  readonly #copies = new ByteLru<string, Copy>({ budgetBytes: BUDGET_BYTES })
  readonly #glances = new ByteLru<string, Raster>({ budgetBytes: GLANCES_BYTES })

  constructor(store: PhotoStore) {
    this.#store = store
  }

  /**
   * A copy whose longer side is at most `longSidePx`; of a larger copy where there is one. It is
   * everybody's, and not to be written on.
   * @param opened the photo, where it is decoded already
   * @throws StampaError `photo-missing`, `photo-damaged`
   */
  async of(
    photo: PhotoRef,
    longSidePx: number,
    env: ToolEnvironment & Job,
    opened?: PixelSource,
  ): Promise<Raster> {
    const known = this.known(photo, longSidePx)
    if (known !== undefined) return known
    const raster = await this.#made(photo, longSidePx, env, opened)
    this.#copies.set(keyOf(photo, longSidePx), { hash: photo.hash, raster }, raster.rgba.byteLength)
    return raster
  }

  /** The copy of a size where it was made already. */
  known(photo: PhotoRef, longSidePx: number): Raster | undefined {
    return this.#copies.get(keyOf(photo, longSidePx))?.raster
  }

  /**
   * A copy for a quick preview, of a photo that is decoded small: its pixels are nearly those of a
   * copy by {@link of}, and no result is made of it.
   * @returns null where a photo is decoded whole or not at all
   * @throws StampaError `photo-missing`
   */
  async glance(
    photo: PhotoRef,
    longSidePx: number,
    env: ToolEnvironment & Job,
  ): Promise<Raster | null> {
    const known = this.#glances.get(keyOf(photo, longSidePx))
    if (known !== undefined) return known
    env.report({ stage: 'decode', done: 0, total: 1, unit: 'steps' })
    const small = await decodeSmall(await this.#store.get(photo.hash), photo, longSidePx)
    if (small === null) return null
    const raster = await scaledCopy(env, rasterSource(small), longSidePx)
    this.#glances.set(keyOf(photo, longSidePx), raster, raster.rgba.byteLength)
    return raster
  }

  async #made(
    photo: PhotoRef,
    longSidePx: number,
    env: ToolEnvironment & Job,
    decoded?: PixelSource,
  ) {
    for (const [, { hash, raster }] of this.#copies.entries()) {
      const isLarger = Math.max(raster.widthPx, raster.heightPx) >= longSidePx
      if (hash === photo.hash && isLarger) {
        return await scaledCopy(env, rasterSource(raster), longSidePx)
      }
    }
    if (decoded !== undefined) return await scaledCopy(env, decoded, longSidePx)
    const opened = await openPhoto(this.#store, photo, env)
    try {
      return await scaledCopy(env, opened, longSidePx)
    } finally {
      opened.close()
    }
  }
}

const keyOf = (photo: PhotoRef, longSidePx: number): string =>
  `${photo.hash}@${fittedSize(photo, longSidePx).widthPx}`
