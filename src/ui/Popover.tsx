import * as Radix from 'radix-ui/popover'
import type { ReactNode } from 'react'
import styles from './Popover.module.css'

export interface PopoverProps {
  /** One button that takes a ref. */
  readonly trigger: ReactNode
  /** Names what opens. */
  readonly label: string
  readonly children: ReactNode
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  readonly align?: 'start' | 'center' | 'end'
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
}

/** A small panel beside its button. */
export const Popover = (props: PopoverProps) => {
  const { trigger, label, children, side = 'bottom', align = 'center' } = props
  const state = {
    ...(props.open !== undefined && { open: props.open }),
    ...(props.onOpenChange && { onOpenChange: props.onOpenChange }),
  }
  return (
    <Radix.Root {...state}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className={styles.popover}
          aria-label={label}
          side={side}
          align={align}
          sideOffset={8}
          collisionPadding={12}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
