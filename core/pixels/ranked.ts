/** The value below which a share of them lies, 0..1; sorts them, in place. 0 of none. */
export const atShare = (values: number[], share: number): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0

/** The middle value; sorts them, in place. 0 of none. */
export const median = (values: number[]): number => atShare(values, 0.5)
