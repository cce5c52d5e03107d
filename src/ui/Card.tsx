import type { ComponentPropsWithRef } from 'react'
import styles from './Card.module.css'
import { classNames } from './class-names.ts'

export interface CardProps extends ComponentPropsWithRef<'div'> {
  /** Paper lies on the page; a ticket has notches; crop has a printer's crop marks. */
  readonly variant?: 'paper' | 'ticket' | 'crop'
  readonly padded?: boolean
}

/** A piece of paper. */
export const Card = ({ variant = 'paper', padded = true, className, ...rest }: CardProps) => (
  <div
    {...rest}
    className={classNames(styles.card, styles[variant], padded && styles.padded, className)}
  />
)
