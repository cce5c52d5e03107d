import type { Design, PhotoRef } from './document.ts'

/** Every photo that a design needs to be shown, edited and undone: originals, versions, mattes. */
export function photosOf(design: Design): readonly PhotoRef[] {
  const photos = new Map<string, PhotoRef>()
  for (const layer of design.layers) {
    if (layer.kind !== 'photo') continue
    const versions = layer.derived.flatMap(({ result, matte }) => [result, matte])
    for (const photo of [layer.original, ...versions]) {
      if (photo !== null) photos.set(photo.hash, photo)
    }
  }
  return [...photos.values()]
}
