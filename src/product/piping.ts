/** A point on the outline of a cake's top, in mm from its top left corner. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** Evenly spaced points around a rounded rectangle; a circle is one with full corners. */
export function pipingPoints(
  widthMm: number,
  heightMm: number,
  radiusMm: number,
  stepMm: number,
): readonly Point[] {
  const r = Math.min(radiusMm, widthMm / 2, heightMm / 2)
  const [w, h, arc] = [widthMm - 2 * r, heightMm - 2 * r, (Math.PI / 2) * r]
  const around = 2 * (w + h) + 4 * arc
  const count = Math.max(12, Math.round(around / stepMm))
  const sides: readonly [number, (along: number) => Point][] = [
    [w, (s) => ({ x: r + s, y: 0 })],
    [arc, (s) => onArc(widthMm - r, r, r, s / r - Math.PI / 2)],
    [h, (s) => ({ x: widthMm, y: r + s })],
    [arc, (s) => onArc(widthMm - r, heightMm - r, r, s / r)],
    [w, (s) => ({ x: widthMm - r - s, y: heightMm })],
    [arc, (s) => onArc(r, heightMm - r, r, s / r + Math.PI / 2)],
    [h, (s) => ({ x: 0, y: heightMm - r - s })],
    [arc, (s) => onArc(r, r, r, s / r + Math.PI)],
  ]
  return Array.from({ length: count }, (_, index) => {
    let along = (index / count) * around
    for (const [length, at] of sides) {
      if (along < length) return at(along)
      along -= length
    }
    return { x: r, y: 0 }
  })
}

const onArc = (x: number, y: number, r: number, angle: number): Point => ({
  x: x + r * Math.cos(angle),
  y: y + r * Math.sin(angle),
})
