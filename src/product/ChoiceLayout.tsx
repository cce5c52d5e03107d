import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/Button.tsx'
import { ArrowRightIcon } from '#src/ui/icons.ts'
import styles from './ChoiceLayout.module.css'

export interface ChoiceLayoutProps {
  /** The product as it is chosen now. */
  readonly drawing: ReactNode
  /** Its name and its size, below the drawing and in the bar. */
  readonly name: string
  readonly detail: string
  readonly children: ReactNode
  readonly starting: boolean
  readonly onStart: () => void
}

/** The chosen product at scale on a cutting mat, what can be chosen beside it, and the way on. */
export function ChoiceLayout(props: ChoiceLayoutProps) {
  const { t } = useTranslation('shop')
  return (
    <div className={styles.layout}>
      <div className={styles.side}>
        <div className={styles.mat}>{props.drawing}</div>
        <div className={styles.bar} data-bar>
          <p className={styles.summary} aria-live="polite">
            <strong className={styles.name}>{props.name}</strong>
            <span className={styles.detail}>{props.detail}</span>
          </p>
          <Button
            variant="primary"
            size="large"
            className={styles.start}
            iconEnd={<ArrowRightIcon className={styles.arrow} />}
            loading={props.starting}
            onClick={props.onStart}
          >
            {t('choice.start')}
          </Button>
        </div>
      </div>
      <div className={styles.options}>{props.children}</div>
    </div>
  )
}
