import * as Radix from 'radix-ui/tooltip'
import type { ReactNode } from 'react'
import { Kbd } from './Kbd.tsx'
import styles from './Tooltip.module.css'

export interface TooltipProps {
  readonly text: string
  /** One element that takes a ref. */
  readonly children: ReactNode
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  /** As shown on the key caps: `⌘Z`. */
  readonly shortcut?: string
}

/** Once, around the app. */
export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={450} skipDelayDuration={200}>
    {children}
  </Radix.Provider>
)

/** A short hint on hover and keyboard focus; never the only place where something is said. */
export const Tooltip = ({ text, children, side = 'bottom', shortcut }: TooltipProps) => (
  <Radix.Root>
    <Radix.Trigger asChild>{children}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content className={styles.tooltip} side={side} sideOffset={8} collisionPadding={8}>
        {text}
        {shortcut && <Kbd>{shortcut}</Kbd>}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
