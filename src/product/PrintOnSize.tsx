import type { ReactNode } from 'react'

interface PrintOnSizeProps {
  readonly widthMm: number
  readonly heightMm: number
  /** Drawn in a box of 200 x 400, as our sample print is. */
  readonly children: ReactNode
}

/** A sample print over the whole of a size, its middle where the eye looks. */
export function PrintOnSize({ widthMm, heightMm, children }: PrintOnSizeProps) {
  const scale = Math.max(widthMm / 200, heightMm / 260)
  const left = (widthMm - 200 * scale) / 2
  const top = heightMm / 2 - 208 * scale
  return <g transform={`translate(${left} ${top}) scale(${scale})`}>{children}</g>
}
