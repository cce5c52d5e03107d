/** How much of a print can be seen on the blank material. */
export interface InkMeasure {
  readonly inkedShare: number
  readonly contrast: number
}

/** A difference below this is not seen on a printed case or cake. */
const VISIBLE = 12

/**
 * Compares a print with blank material, and with its own background.
 * @param rgba opaque pixels of the trim box
 * @param background the same drawn without layers
 * @param blank the material's colour, `#rrggbb`
 * @param within above 127 where a pixel lies on the product, not outside or in its openings
 */
export function measureInk(
  rgba: Uint8ClampedArray,
  background: Uint8ClampedArray,
  blank: string,
  within: Uint8ClampedArray,
): InkMeasure {
  const material = Uint8ClampedArray.from([1, 3, 5], (at) =>
    Number.parseInt(blank.slice(at, at + 2), 16),
  )
  let area = 0
  let inked = 0
  let contrast = 0
  for (let px = 0; px < within.length; px++) {
    if ((within[px] ?? 0) < 128) continue
    area += 1
    if (difference(rgba, px * 4, material, 0) >= VISIBLE) inked += 1
    contrast = Math.max(contrast, difference(rgba, px * 4, background, px * 4))
  }
  return { inkedShare: area === 0 ? 0 : inked / area, contrast }
}

function difference(a: Uint8ClampedArray, at: number, b: Uint8ClampedArray, bt: number): number {
  let most = 0
  for (let channel = 0; channel < 3; channel++) {
    most = Math.max(most, Math.abs((a[at + channel] ?? 0) - (b[bt + channel] ?? 0)))
  }
  return most
}
