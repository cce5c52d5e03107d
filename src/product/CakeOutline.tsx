import type { Geometry } from '#core/design/document.ts'
import styles from './CakeOutline.module.css'

/** The line drawing of a cake's top; all at one scale, the largest preset fills it. */
export const CakeOutline = ({ geometry }: { geometry: Geometry }) => {
  const { widthMm, heightMm, cornerRadiusMm } = geometry
  return (
    <svg
      className={styles.outline}
      viewBox={`${widthMm / 2 - 162} ${heightMm / 2 - 162} 324 324`}
      aria-hidden="true"
    >
      <rect className={styles.top} width={widthMm} height={heightMm} rx={cornerRadiusMm} />
      <rect
        className={styles.safe}
        x="12"
        y="12"
        width={widthMm - 24}
        height={heightMm - 24}
        rx={Math.max(0, cornerRadiusMm - 12)}
      />
    </svg>
  )
}
