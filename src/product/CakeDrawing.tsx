import { type ReactNode, useId } from 'react'
import type { Geometry } from '#core/design/document.ts'
import styles from './CakeDrawing.module.css'
import { DimensionLines, type Dimensions, dimensionSpaceMm } from './DimensionLines.tsx'
import { PrintOnSize } from './PrintOnSize.tsx'
import { pipingPoints } from './piping.ts'

export interface CakeDrawingProps {
  readonly geometry: Geometry
  /** What is printed on it, drawn in a box of 200 x 400. */
  readonly print?: ReactNode
  readonly label?: string
  readonly dimensions?: Dimensions
}

/** A cake from above: plate, sponge with its cream, piping around the printed sheet. */
export function CakeDrawing({ geometry, print, label, dimensions }: CakeDrawingProps) {
  const id = useId()
  const { widthMm: w, heightMm: h, cornerRadiusMm: r } = geometry
  const bead = Math.max(4, Math.min(w, h) * 0.045)
  const rim = bead * 2.1
  const plate = rim + Math.max(9, Math.min(w, h) * 0.09)
  const off = plate + bead
  const around = dimensions ? dimensionSpaceMm(w, h, off) : plate + 2
  const box = (grow: number) => ({
    x: -grow,
    y: -grow,
    width: w + 2 * grow,
    height: h + 2 * grow,
    rx: r + grow,
  })
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: labelled where it says something, hidden elsewhere
    <svg
      className={styles.drawing}
      viewBox={`${-around} ${-plate - 2} ${w + 2 * around} ${h + plate + 2 + around}`}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <defs>
        <clipPath id={`${id}-top`}>
          <rect width={w} height={h} rx={r} />
        </clipPath>
        <radialGradient id={`${id}-bead`} cx="0.36" cy="0.3" r="0.75">
          <stop offset="0" stopColor="#fffefa" />
          <stop offset="0.62" stopColor="#fbeedd" />
          <stop offset="1" stopColor="#e2c9a8" />
        </radialGradient>
      </defs>
      <rect {...box(plate)} className={styles.plate} />
      <rect {...box(plate - 3)} className={styles.plateRing} />
      <rect {...box(rim)} className={styles.cream} />
      <g clipPath={`url(#${id}-top)`}>
        <rect width={w} height={h} fill="#fffaf0" />
        {print && (
          <PrintOnSize widthMm={w} heightMm={h}>
            {print}
          </PrintOnSize>
        )}
      </g>
      {pipingPoints(w + bead, h + bead, r + bead / 2, bead * 1.55).map(({ x, y }) => (
        <circle
          key={`${x}/${y}`}
          className={styles.bead}
          cx={x - bead / 2}
          cy={y - bead / 2}
          r={bead * 0.86}
          fill={`url(#${id}-bead)`}
        />
      ))}
      {dimensions && <DimensionLines widthMm={w} heightMm={h} says={dimensions} offMm={off} />}
    </svg>
  )
}
