import { type DecodedPhoto, wholePhoto } from './decoded-photo.ts'

/**
 * Pictures that the page has handed over for photos that no store has: what a tool would make of
 * one. Each is wanted until it is told otherwise; one that is not wanted any more stays as long as
 * the picture on the stage shows it.
 */
export class LentPhotos {
  readonly #lent = new Map<string, DecodedPhoto>()
  readonly #leaving = new Set<string>()

  /** The picture of a photo, or null. */
  picture(hash: string): DecodedPhoto | null {
    return this.#lent.get(hash) ?? null
  }

  /** Takes a picture in. */
  lend(hash: string, image: ImageBitmap): void {
    this.#lent.set(hash, wholePhoto(image))
  }

  /** Says that a photo is not wanted any more. */
  end(hash: string): void {
    if (this.#lent.has(hash)) this.#leaving.add(hash)
  }

  /**
   * Gives back what is not wanted any more.
   * @param isShown whether the picture on the stage still shows a photo
   * @returns the photos that are gone
   */
  sweep(isShown: (hash: string) => boolean): readonly string[] {
    const gone = [...this.#leaving].filter((hash) => !isShown(hash))
    for (const hash of gone) {
      this.#lent.get(hash)?.image.close()
      this.#lent.delete(hash)
      this.#leaving.delete(hash)
    }
    return gone
  }
}
