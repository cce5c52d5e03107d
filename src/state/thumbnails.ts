import { ByteLru } from '#core/cache/byte-lru.ts'
import type { PhotoRef } from '#core/design/document.ts'
import { type Outcome, succeed } from '#core/errors.ts'
import { library } from '#src/worker-clients/workers.ts'

const KEPT_BYTES = 8 << 20

/** Object URLs of thumbnails by what they show. */
const kept = new ByteLru<string, string>({
  budgetBytes: KEPT_BYTES,
  release: (url) => URL.revokeObjectURL(url),
})
const making = new Map<string, Promise<Outcome<string>>>()

const keyOf = (photo: Pick<PhotoRef, 'hash'>, sidePx: number) => `${photo.hash}@${sidePx}`

/**
 * Address of a small picture of a stored photo, at most `sidePx`. Made once; a failure is
 * forgotten, so that the next question tries again.
 */
export function thumbnailOf(photo: PhotoRef, sidePx: number): Promise<Outcome<string>> {
  const key = keyOf(photo, sidePx)
  const known = kept.get(key)
  if (known !== undefined) return Promise.resolve(succeed(known))
  const made =
    making.get(key) ??
    library
      .thumbnail(photo, sidePx)
      .then((outcome) => (outcome.ok ? succeed(keep(key, outcome.value)) : outcome))
      .finally(() => making.delete(key))
  making.set(key, made)
  return made
}

/** Keeps the thumbnail that came with a photo's intake, so that it need not be made again. */
export function keepThumbnail(photo: PhotoRef, sidePx: number, thumbnail: Blob): void {
  const key = keyOf(photo, sidePx)
  if (!kept.has(key)) keep(key, thumbnail)
}

function keep(key: string, thumbnail: Blob): string {
  const url = URL.createObjectURL(thumbnail)
  kept.set(key, url, thumbnail.size)
  return url
}
