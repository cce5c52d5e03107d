import { type ComponentPropsWithRef, type ReactNode, useContext } from 'react'
import { classNames } from './class-names.ts'
import styles from './IconButton.module.css'
import { Spinner } from './Spinner.tsx'
import { type TooltipProps, TooltipSlot } from './tooltip-slot.ts'

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  /** Its name for everyone: read aloud and shown as the tooltip. */
  readonly label: string
  readonly icon: ReactNode
  readonly variant?: 'ghost' | 'quiet' | 'primary' | 'danger'
  readonly size?: 'small' | 'medium' | 'large'
  /** A toggle: whether it is on. */
  readonly pressed?: boolean
  readonly loading?: boolean
  /** As shown on the key caps. */
  readonly shortcut?: string
  /** False where the label stands beside it anyway. */
  readonly tooltip?: boolean
  readonly tooltipSide?: TooltipProps['side']
}

/** A button that is a picture; works as the trigger of menus and popovers. */
export function IconButton(props: IconButtonProps) {
  const { label, icon, variant = 'ghost', size = 'medium', pressed, loading, ...rest } = props
  const { shortcut, tooltip = true, tooltipSide, className, type = 'button', ...native } = rest
  const Tooltip = useContext(TooltipSlot)
  const button = (
    <button
      {...native}
      type={type}
      aria-label={label}
      {...(tooltip && !Tooltip && { title: label })}
      aria-pressed={pressed}
      aria-busy={loading || undefined}
      className={classNames(styles.button, styles[variant], styles[size], className)}
    >
      {loading ? <Spinner /> : icon}
    </button>
  )
  if (!tooltip || !Tooltip) return button
  return (
    <Tooltip text={label} shortcut={shortcut} side={tooltipSide}>
      {button}
    </Tooltip>
  )
}
