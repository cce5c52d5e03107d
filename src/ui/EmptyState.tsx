import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

export interface EmptyStateProps {
  readonly illustration?: ReactNode
  readonly title: string
  readonly text?: string
  readonly action?: ReactNode
  /** Where it is all that a page shows, its title is the page's. */
  readonly titleAs?: 'h1' | 'p'
}

/** Nothing here yet, and what to do about it. */
export const EmptyState = ({
  illustration,
  title,
  text,
  action,
  titleAs: Title = 'p',
}: EmptyStateProps) => (
  <div className={styles.empty}>
    {illustration && (
      <div className={styles.illustration} aria-hidden="true">
        {illustration}
      </div>
    )}
    <Title className={styles.title}>{title}</Title>
    {text && <p className={styles.text}>{text}</p>}
    {action}
  </div>
)
