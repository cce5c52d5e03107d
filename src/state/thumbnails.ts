import type { PhotoRef } from '#core/design/document.ts'
import { type Outcome, succeed } from '#core/errors.ts'
import { library } from '#src/worker-clients/workers.ts'

const KEPT_MAX = 120

/** Latest last; each holds an object URL once it has come. */
const kept = new Map<string, Promise<Outcome<string>>>()

const keyOf = (photo: Pick<PhotoRef, 'hash'>, sidePx: number) => `${photo.hash}@${sidePx}`

/**
 * Address of a small picture of a stored photo, at most `sidePx`. Made once; a failure is
 * forgotten, so that the next question tries again.
 */
export function thumbnailOf(photo: PhotoRef, sidePx: number): Promise<Outcome<string>> {
  const key = keyOf(photo, sidePx)
  const known = kept.get(key)
  if (known !== undefined) {
    kept.delete(key)
    kept.set(key, known)
    return known
  }
  const made = library.thumbnail(photo, sidePx).then((outcome): Outcome<string> => {
    if (outcome.ok) return succeed(URL.createObjectURL(outcome.value))
    kept.delete(key)
    return outcome
  })
  keep(key, made)
  return made
}

/** Keeps the thumbnail that came with a photo's intake, so that it need not be made again. */
export function keepThumbnail(photo: PhotoRef, sidePx: number, thumbnail: Blob): void {
  const key = keyOf(photo, sidePx)
  if (!kept.has(key)) keep(key, Promise.resolve(succeed(URL.createObjectURL(thumbnail))))
}

function keep(key: string, made: Promise<Outcome<string>>): void {
  kept.set(key, made)
  const [oldest] = kept
  if (kept.size <= KEPT_MAX || oldest === undefined) return
  kept.delete(oldest[0])
  void oldest[1].then((outcome) => outcome.ok && URL.revokeObjectURL(outcome.value))
}
