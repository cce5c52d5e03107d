/** Longer side of a preview: sharp on a phone, quick on its processor. */
export const PREVIEW_PX = 720
/** A preview is made larger than it is shown, so that its fine lines are those of the print. */
export const PREVIEW_OVERSIZE = 2
/** Longer side of what a preview is made of, but those of tools that enlarge: other looks at a photo share that copy. */
export const FINE_COPY_PX = PREVIEW_PX * PREVIEW_OVERSIZE
