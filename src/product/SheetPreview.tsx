import { useTranslation } from 'react-i18next'
import { impose, type Sheet } from '#core/commerce/sizes/imposition.ts'
import type { Size } from '#core/commerce/sizes/size.ts'
import styles from './SheetPreview.module.css'

interface SheetPreviewProps {
  readonly size: Size
  readonly sheet: Sheet
}

/** The machine's sheet with the copies as they will lie on it; margins hatched. */
export function SheetPreview({ size, sheet }: SheetPreviewProps) {
  const { t } = useTranslation('store')
  const laid = impose(size, sheet)
  const shown = laid.fits ? laid : impose({ ...size, quantity: Math.max(1, laid.most) }, sheet)
  const radius = Math.min(size.cornerRadiusMm, size.widthMm / 2, size.heightMm / 2)
  const { widthMm, heightMm } = sheet
  return (
    <svg
      className={styles.sheet}
      data-fits={laid.fits}
      viewBox={`-2 -2 ${widthMm + 4} ${heightMm + 4}`}
      role="img"
      aria-label={t('size.preview', { count: shown.fits ? shown.copies.length : 0 })}
    >
      <rect className={styles.paper} width={widthMm} height={heightMm} />
      <rect
        className={styles.margin}
        x={widthMm - size.rightMarginMm}
        width={size.rightMarginMm}
        height={heightMm}
      />
      <rect
        className={styles.margin}
        y={heightMm - size.bottomMarginMm}
        width={widthMm}
        height={size.bottomMarginMm}
      />
      {shown.fits &&
        shown.copies.map((copy) => (
          <rect
            key={`${copy.xMm} ${copy.yMm}`}
            className={styles.copy}
            x={copy.xMm}
            y={copy.yMm}
            width={copy.widthMm}
            height={copy.heightMm}
            rx={radius}
          />
        ))}
    </svg>
  )
}
