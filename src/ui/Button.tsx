import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './Button.module.css'
import { classNames } from './class-names.ts'
import { Spinner } from './Spinner.tsx'

export type ButtonVariant = 'primary' | 'quiet' | 'ghost' | 'danger'
export type ButtonSize = 'small' | 'medium' | 'large'

export interface ButtonLook {
  /** Primary once a screen; quiet has an outline; ghost is text alone. Default quiet. */
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  /** As wide as its container. */
  readonly stretch?: boolean
}

export interface ButtonProps extends ComponentPropsWithRef<'button'>, ButtonLook {
  /** Stands before the words. */
  readonly icon?: ReactNode
  readonly iconEnd?: ReactNode
  /** Busy: keeps its width, cannot be pressed, stays focusable. */
  readonly loading?: boolean
}

/** The classes of a button, for a link that looks like one. */
export const buttonClass = ({ variant = 'quiet', size = 'medium', stretch }: ButtonLook): string =>
  classNames(styles.button, styles[variant], styles[size], stretch && styles.stretch)

/** A button with words. */
export function Button(props: ButtonProps) {
  const { variant, size, stretch, icon, iconEnd, loading = false, ...rest } = props
  const { children, className, onClick, type = 'button', ...native } = rest
  const look = {
    ...(variant && { variant }),
    ...(size && { size }),
    ...(stretch !== undefined && { stretch }),
  }
  return (
    <button
      {...native}
      type={type}
      className={classNames(buttonClass(look), loading && styles.loading, className)}
      aria-busy={loading || undefined}
      aria-disabled={loading || native['aria-disabled']}
      onClick={loading ? (event) => event.preventDefault() : onClick}
    >
      {icon && <span className={styles.icon}>{icon}</span>}
      <span className={styles.label}>{children}</span>
      {iconEnd && <span className={styles.icon}>{iconEnd}</span>}
      {loading && (
        <span className={styles.busy}>
          <Spinner />
        </span>
      )}
    </button>
  )
}
