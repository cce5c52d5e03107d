/** A quick answer shows no indicator at all (specification, point 9). */
export const INDICATOR_AFTER_MS = 200
