import { useTranslation } from 'react-i18next'
import { IconButton } from '#src/ui/IconButton.tsx'
import { ArrowUUpLeftIcon, ArrowUUpRightIcon, TrashIcon } from '#src/ui/icons.ts'
import styles from './BrushSurface.module.css'
import type { StrokeHistoryOf } from './use-stroke-history.ts'

interface StrokeButtonsProps {
  readonly count: number
  readonly history: Omit<StrokeHistoryOf<unknown>, 'add'>
}

/** How many strokes there are, and taking them back. */
export function StrokeButtons({ count, history }: StrokeButtonsProps) {
  const { t } = useTranslation('tools')
  return (
    <div className={styles.buttons}>
      <span role="status">{t('refine.strokes', { count })}</span>
      <IconButton
        label={t('refine.undo')}
        icon={<ArrowUUpLeftIcon />}
        disabled={!history.canUndo}
        data-command="undo-stroke"
        onClick={history.undo}
      />
      <IconButton
        label={t('brush.redo')}
        icon={<ArrowUUpRightIcon />}
        disabled={!history.canRedo}
        data-command="redo-stroke"
        onClick={history.redo}
      />
      <IconButton
        label={t('brush.clear')}
        icon={<TrashIcon />}
        disabled={count === 0}
        data-command="clear-strokes"
        onClick={history.clear}
      />
    </div>
  )
}
