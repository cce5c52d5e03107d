import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type Copy, impose, type Sheet } from '#core/commerce/sizes/imposition.ts'
import type { Size } from '#core/commerce/sizes/size.ts'
import { PrintOnSize } from './PrintOnSize.tsx'
import styles from './SheetPreview.module.css'

interface SheetPreviewProps {
  readonly size: Size
  readonly sheet: Sheet
  /** What is printed on every copy, drawn in a box of 200 x 400. */
  readonly print?: ReactNode
  /** The picture that is printed on every copy: its address. */
  readonly picture?: string | null
}

/** The machine's sheet with the copies as they will lie on it; margins hatched. */
export function SheetPreview({ size, sheet, print, picture = null }: SheetPreviewProps) {
  const { t } = useTranslation('store')
  const id = useId()
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
      <defs>
        <g id={id}>
          <OneCopy size={size} radiusMm={radius} print={print} picture={picture} />
        </g>
      </defs>
      {shown.fits &&
        shown.copies.map((copy) => (
          <use key={`${copy.xMm} ${copy.yMm}`} href={`#${id}`} transform={placeOf(size, copy)} />
        ))}
    </svg>
  )
}

/** One copy, upright, from its own corner. */
function OneCopy({
  size: { widthMm, heightMm },
  radiusMm,
  print,
  picture,
}: Pick<SheetPreviewProps, 'size' | 'print' | 'picture'> & { readonly radiusMm: number }) {
  const clip = useId()
  const outline = { width: widthMm, height: heightMm, rx: radiusMm }
  return (
    <>
      <clipPath id={clip}>
        <rect {...outline} />
      </clipPath>
      <rect className={styles.copy} {...outline} />
      {picture && (
        <image
          href={picture}
          width={widthMm}
          height={heightMm}
          preserveAspectRatio="xMidYMid slice"
          clipPath={`url(#${clip})`}
        />
      )}
      {print && (
        <g clipPath={`url(#${clip})`}>
          <PrintOnSize widthMm={widthMm} heightMm={heightMm}>
            {print}
          </PrintOnSize>
        </g>
      )}
      <rect className={styles.edge} {...outline} />
    </>
  )
}

/** A copy that lies the other way than it stands upright is turned, and its print with it. */
function placeOf(size: Size, copy: Copy): string {
  const isTurned = copy.widthMm !== size.widthMm
  const { xMm, yMm, widthMm } = copy
  return isTurned ? `translate(${xMm + widthMm} ${yMm}) rotate(90)` : `translate(${xMm} ${yMm})`
}
