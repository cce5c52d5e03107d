/** Hue 0..360, saturation and value 0..1. */
export interface Hsv {
  readonly hue: number
  readonly saturation: number
  readonly value: number
}

/** `#rrggbb` in HSV; anything else is black. */
export function hsvFromHex(hex: string): Hsv {
  const number = Number.parseInt(/^#[0-9a-f]{6}/i.exec(hex)?.[0].slice(1) ?? '0', 16)
  const [red, green, blue] = [number >> 16, (number >> 8) & 255, number & 255].map((c) => c / 255)
  const [r, g, b] = [red ?? 0, green ?? 0, blue ?? 0]
  const value = Math.max(r, g, b)
  const range = value - Math.min(r, g, b)
  const saturation = value === 0 ? 0 : range / value
  if (range === 0) return { hue: 0, saturation, value }
  const sector =
    value === r
      ? ((g - b) / range + 6) % 6
      : value === g
        ? (b - r) / range + 2
        : (r - g) / range + 4
  return { hue: sector * 60, saturation, value }
}

/** HSV as `#rrggbb`. */
export function hexFromHsv({ hue, saturation, value }: Hsv): string {
  const channel = (offset: number) => {
    const k = (offset + hue / 60) % 6
    return value - value * saturation * Math.max(0, Math.min(k, 4 - k, 1))
  }
  const hex = (share: number) =>
    Math.round(share * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${hex(channel(5))}${hex(channel(3))}${hex(channel(1))}`
}

/** What a customer typed (`c2391b`, `#c31`) as `#rrggbb`, or null. */
export function parseHex(text: string): string | null {
  const digits = text.trim().replace(/^#/, '').toLowerCase()
  if (/^[0-9a-f]{6}$/.test(digits)) return `#${digits}`
  if (/^[0-9a-f]{3}$/.test(digits)) return `#${[...digits].map((digit) => digit + digit).join('')}`
  return null
}
