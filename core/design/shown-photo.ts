import type { PhotoLayer, PhotoRef } from './document.ts'

/** The version of a photo layer that is shown and printed. */
export const shownPhoto = (layer: PhotoLayer): PhotoRef =>
  layer.derived.at(-1)?.result ?? layer.original

/** Whether a tool straightens the photo, which moves all that it shows. */
export const straightens = (tool: string): boolean => tool === 'rescue'

/** The version of a photo in which faces lie where it shows them. */
export const photoOfFaces = ({
  original,
  derived,
}: Pick<PhotoLayer, 'original' | 'derived'>): PhotoRef =>
  derived.findLast(({ tool }) => straightens(tool))?.result ?? original
