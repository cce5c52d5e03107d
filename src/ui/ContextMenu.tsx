import * as Radix from 'radix-ui/context-menu'
import type { ReactNode } from 'react'
import styles from './Menu.module.css'
import { MenuList } from './MenuList.tsx'
import type { MenuItem } from './menu-items.ts'

export interface ContextMenuProps {
  /** One element that takes a ref: where a right click or long press opens the menu. */
  readonly children: ReactNode
  readonly items: readonly MenuItem[]
  /** Left out, the menu opens and closes by itself. */
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
}

/** A menu at the pointer; what it offers is also reachable elsewhere. */
export const ContextMenu = ({ children, items, ...rest }: ContextMenuProps) => (
  <Radix.Root modal={false} {...rest}>
    <Radix.Trigger asChild>{children}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content className={styles.menu} collisionPadding={8}>
        <MenuList parts={Radix} items={items} />
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
