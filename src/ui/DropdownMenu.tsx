import * as Radix from 'radix-ui/dropdown-menu'
import type { ReactNode } from 'react'
import styles from './Menu.module.css'
import { MenuList } from './MenuList.tsx'
import type { MenuItem } from './menu-items.ts'

export interface DropdownMenuProps {
  /** One button that takes a ref. */
  readonly trigger: ReactNode
  readonly items: readonly MenuItem[]
  readonly align?: 'start' | 'center' | 'end'
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  /** Left out, the menu opens and closes by itself. */
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
  readonly defaultOpen?: boolean
}

/** A menu under its button. */
export const DropdownMenu = ({
  trigger,
  items,
  align = 'end',
  side,
  ...rest
}: DropdownMenuProps) => (
  <Radix.Root modal={false} {...rest}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        className={styles.menu}
        align={align}
        sideOffset={6}
        collisionPadding={8}
        {...(side && { side })}
      >
        <MenuList parts={Radix} items={items} />
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
