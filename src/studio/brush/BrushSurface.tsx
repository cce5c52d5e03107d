import { type CSSProperties, memo, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { BrushPoint, BrushStroke } from '#core/imaging/brush-strokes.ts'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import styles from './BrushSurface.module.css'
import type { Brush, BrushSurfaceProps } from './brush.ts'
import { Loupe } from './Loupe.tsx'
import { useBrushKeys } from './use-brush-keys.ts'
import { useBrushPointers } from './use-brush-pointers.ts'
import { useViewZoom } from './use-view-zoom.ts'

/**
 * A picture to paint strokes on. One pointer paints, under a loupe where a finger hides the place;
 * two fingers move and zoom the view. Arrows move the brush (Shift: further), Space dabs or, held,
 * paints a line, Enter begins and ends one.
 */
export function BrushSurface(props: BrushSurfaceProps) {
  const { label, aspect, brush, zoom, shown, children } = props
  const { t } = useTranslation('tools')
  const keysId = useId()
  const view = useRef<HTMLDivElement>(null)
  const focusOn = useViewZoom(view, zoom)
  const pointers = useBrushPointers({ ...props, view, focusOn })
  const keys = useBrushKeys({ ...props, view })
  const points = pointers.points.length > 0 ? pointers.points : keys.points
  const strokes = points.length > 0 ? [...shown, { ...brush, points }] : shown
  const at = keys.cursor ?? pointers.hover
  return (
    <div className={styles.frame} dir="ltr">
      <div className={styles.view} ref={view}>
        <div
          className={styles.picture}
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what is painted on takes keys itself
          tabIndex={0}
          aria-label={label}
          aria-describedby={keysId}
          data-own-keys=""
          data-brush-surface=""
          style={{ '--aspect': aspect, '--zoom': zoom } as CSSProperties}
          {...pointers.handlers}
          {...keys.handlers}
        >
          {children}
          <Strokes strokes={strokes} aspect={aspect} />
          {at !== null && <Ring at={at} brush={brush} aspect={aspect} />}
        </div>
      </div>
      {pointers.loupe !== null && (
        <Loupe {...pointers.loupe}>
          {children}
          <Strokes strokes={strokes} aspect={aspect} />
        </Loupe>
      )}
      <VisuallyHidden id={keysId}>{t('brush.keys')}</VisuallyHidden>
    </div>
  )
}

/** Longer side of what strokes are drawn in. */
const LONG = 1000
const sizeOf = (aspect: number) => ({
  width: aspect > 1 ? LONG : LONG * aspect,
  height: aspect > 1 ? LONG / aspect : LONG,
})

interface StrokesProps {
  readonly strokes: readonly BrushStroke[]
  readonly aspect: number
}

const Strokes = memo(function Strokes({ strokes, aspect }: StrokesProps) {
  const { width, height } = sizeOf(aspect)
  const written = ({ x, y }: BrushPoint) => `${x * width},${y * height}`
  return (
    <svg className={styles.strokes} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {strokes.map(({ mode, radius, points }, index) => (
        <polyline
          // biome-ignore lint/suspicious/noArrayIndexKey: strokes are only added at the end
          key={index}
          className={styles[mode]}
          strokeWidth={radius * LONG * 2}
          // A dab is a line to its own place.
          points={[...points, ...points.slice(-1)].map(written).join(' ')}
        />
      ))}
    </svg>
  )
})

interface RingProps {
  readonly at: BrushPoint
  readonly brush: Brush
  readonly aspect: number
}

/** Where the brush is, and how large. */
function Ring({ at, brush, aspect }: RingProps) {
  const { width, height } = sizeOf(aspect)
  const place = { cx: at.x * width, cy: at.y * height, r: brush.radius * LONG }
  return (
    <svg
      className={styles.ring}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      data-brush-ring=""
    >
      <circle {...place} />
      <circle {...place} />
    </svg>
  )
}
