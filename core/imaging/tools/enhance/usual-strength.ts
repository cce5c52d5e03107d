/** What the slider begins with: as much of the whole correction as is good for most photos. */
export const USUAL_STRENGTH = 0.85
