import { useTranslation } from 'react-i18next'
import { type MaskShape, maskShapes } from '#core/design/document.ts'
import panel from '../panel.module.css'
import styles from './MaskPicker.module.css'
import { maskOutline } from './mask-outline.ts'

interface MaskPickerProps {
  readonly value: MaskShape
  readonly onChange: (shape: MaskShape) => void
}

/** The shapes that a photo can be cut to, as pictures. */
export function MaskPicker({ value, onChange }: MaskPickerProps) {
  const { t } = useTranslation('panels')
  return (
    // biome-ignore lint/a11y/useSemanticElements: the section around it carries the visible title
    <div role="group" aria-label={t('photo.mask')} className={styles.shapes}>
      {maskShapes.map((shape) => (
        <button
          key={shape}
          type="button"
          className={panel.tile}
          aria-pressed={shape === value}
          aria-label={t(`photo.masks.${shape}`)}
          title={t(`photo.masks.${shape}`)}
          onClick={() => onChange(shape)}
        >
          <svg viewBox="-1 -1 26 26" width="26" height="26" aria-hidden="true">
            <path
              d={maskOutline(shape, 24)}
              className={shape === 'none' ? styles.none : styles.shape}
            />
          </svg>
        </button>
      ))}
    </div>
  )
}
