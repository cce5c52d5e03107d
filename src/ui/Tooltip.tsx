import * as Radix from 'radix-ui/tooltip'
import type { ReactNode } from 'react'
import { Kbd } from './Kbd.tsx'
import styles from './Tooltip.module.css'
import { type TooltipProps, TooltipSlot } from './tooltip-slot.ts'

/** Around what has tooltips; the studio stands in one. */
export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <TooltipSlot value={Tooltip}>
    <Radix.Provider delayDuration={450} skipDelayDuration={200}>
      {children}
    </Radix.Provider>
  </TooltipSlot>
)

/** A short hint on hover and keyboard focus; never the only place where something is said. */
const Tooltip = ({ text, children, side = 'bottom', shortcut }: TooltipProps) => (
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
