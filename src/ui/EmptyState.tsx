import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

export interface EmptyStateProps {
  readonly illustration?: ReactNode
  readonly title: string
  readonly text?: string
  readonly action?: ReactNode
}

/** Nothing here yet, and what to do about it. */
export const EmptyState = ({ illustration, title, text, action }: EmptyStateProps) => (
  <div className={styles.empty}>
    {illustration && (
      <div className={styles.illustration} aria-hidden="true">
        {illustration}
      </div>
    )}
    <p className={styles.title}>{title}</p>
    {text && <p className={styles.text}>{text}</p>}
    {action}
  </div>
)
