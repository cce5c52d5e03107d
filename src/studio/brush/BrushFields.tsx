import { useTranslation } from 'react-i18next'
import { useFormats } from '#src/i18n/formats.ts'
import { Slider } from '#src/ui/Slider.tsx'
import styles from './BrushSurface.module.css'
import { type Brush, ZOOM } from './brush.ts'

interface BrushFieldsProps {
  readonly brush: Brush
  readonly setBrush: (brush: Brush) => void
  readonly zoom: number
  readonly setZoom: (zoom: number) => void
}

/** How wide the brush is, and how near the picture. */
export function BrushFields({ brush, setBrush, zoom, setZoom }: BrushFieldsProps) {
  const { t } = useTranslation('tools')
  const { percent } = useFormats()
  return (
    <div className={styles.fields}>
      <Slider
        label={t('refine.size')}
        min={0.006}
        max={0.2}
        step={0.002}
        value={brush.radius * 2}
        format={percent}
        onChange={(width) => setBrush({ ...brush, radius: width / 2 })}
      />
      <Slider
        label={t('refine.zoom')}
        {...ZOOM}
        step={0.25}
        value={zoom}
        format={percent}
        onChange={setZoom}
      />
    </div>
  )
}
