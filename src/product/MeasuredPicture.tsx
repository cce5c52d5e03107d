import { DimensionLines, type Dimensions, dimensionSpaceMm } from './DimensionLines.tsx'
import styles from './MeasuredPicture.module.css'

interface MeasuredPictureProps {
  readonly widthMm: number
  readonly heightMm: number
  readonly cornerRadiusMm: number
  /** The picture's address; its place is held until there is one. */
  readonly picture: string | null
  readonly label: string
  readonly dimensions: Dimensions
}

/** A product as it was designed, with its measures beside it as on a technical drawing. */
export function MeasuredPicture(props: MeasuredPictureProps) {
  const { widthMm: w, heightMm: h, cornerRadiusMm, picture, label, dimensions } = props
  const off = Math.max(w, h) * 0.03
  const around = dimensionSpaceMm(w, h, off)
  return (
    <svg
      className={styles.drawing}
      viewBox={`${-around} -2 ${w + 2 * around} ${h + around + 2}`}
      role="img"
      aria-label={label}
    >
      {picture === null ? (
        <rect className={styles.place} width={w} height={h} rx={Math.min(cornerRadiusMm, w / 2)} />
      ) : (
        <image href={picture} width={w} height={h} preserveAspectRatio="xMidYMid meet" />
      )}
      <DimensionLines widthMm={w} heightMm={h} says={dimensions} offMm={off} />
    </svg>
  )
}
