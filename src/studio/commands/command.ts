import type { Icon } from '@phosphor-icons/react'
import type { Getter, useStore } from 'jotai'
import type { CommandId } from './command-ids.ts'

export type Store = ReturnType<typeof useStore>

/** Where a command stands in menus and in the list of shortcuts. */
export const commandGroups = ['edit', 'select', 'move', 'order', 'align', 'view', 'panels'] as const
export type CommandGroup = (typeof commandGroups)[number]

/** Something the customer can do, whatever they do it with: button, menu, or key. */
export interface Command {
  readonly id: CommandId
  readonly group: CommandGroup
  readonly icon: Icon
  /**
   * Keys that perform it, the first one shown: `Mod+Shift+Z`. `Mod` is Command on Apple devices,
   * else Control.
   */
  readonly keys: readonly string[]
  /** Only while the stage has the keyboard, so that arrows and Delete stay a field's own. */
  readonly onStage?: boolean
  /** Takes something away. */
  readonly danger?: boolean
  isEnabled(get: Getter): boolean
  perform(store: Store): void
}
