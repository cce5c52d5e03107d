import type { ReactNode } from 'react'

interface MenuEntry {
  readonly id: string
  readonly label: string
  readonly icon?: ReactNode
  readonly disabled?: boolean
}

/** One line of a menu. */
export type MenuItem =
  | (MenuEntry & {
      readonly kind?: 'item'
      /** As shown on the key caps. */
      readonly shortcut?: string
      readonly danger?: boolean
      readonly onSelect: () => void
    })
  | (MenuEntry & {
      readonly kind: 'check'
      readonly checked: boolean
      readonly onChange: (checked: boolean) => void
    })
  | {
      readonly kind: 'choice'
      readonly id: string
      readonly value: string
      readonly onChange: (value: string) => void
      readonly options: readonly {
        readonly value: string
        readonly label: string
        readonly lang?: string
      }[]
    }
  | (MenuEntry & { readonly kind: 'submenu'; readonly items: readonly MenuItem[] })
  | { readonly kind: 'heading'; readonly id: string; readonly label: string }
  | { readonly kind: 'separator'; readonly id: string }
