import type { PhotoLayer, PhotoRef } from './document.ts'

/** The version of a photo layer that is shown and printed. */
export const shownPhoto = (layer: PhotoLayer): PhotoRef =>
  layer.derived.at(-1)?.result ?? layer.original
