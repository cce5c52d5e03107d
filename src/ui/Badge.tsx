import type { ReactNode } from 'react'
import styles from './Badge.module.css'
import { classNames } from './class-names.ts'

export interface BadgeProps {
  readonly tone?: 'plain' | 'accent' | 'good' | 'warning' | 'danger'
  readonly icon?: ReactNode
  readonly children: ReactNode
}

/** A stamped word: `96 dpi`, `New`. */
export const Badge = ({ tone = 'plain', icon, children }: BadgeProps) => (
  <span className={classNames(styles.badge, styles[tone])}>
    {icon}
    {children}
  </span>
)
