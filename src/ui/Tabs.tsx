import * as Radix from 'radix-ui/tabs'
import type { ReactNode } from 'react'
import styles from './Tabs.module.css'

export interface Tab<Id extends string> {
  readonly id: Id
  readonly label: string
  readonly icon?: ReactNode
  readonly content: ReactNode
}

export interface TabsProps<Id extends string> {
  /** Names the row of tabs. */
  readonly label: string
  readonly value: Id
  readonly onChange: (id: Id) => void
  readonly tabs: readonly Tab<Id>[]
  /** A tab's content stays mounted when another is open. */
  readonly keepMounted?: boolean
}

/** Sheets of one folder; arrows go from tab to tab. */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, value, onChange, tabs, keepMounted = false } = props
  const open = (next: string) => {
    const tab = tabs.find(({ id }) => id === next)
    if (tab) onChange(tab.id)
  }
  return (
    <Radix.Root className={styles.root} value={value} onValueChange={open}>
      <Radix.List className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.id} value={tab.id} className={styles.tab}>
            {tab.icon && <span className={styles.icon}>{tab.icon}</span>}
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.id}
          value={tab.id}
          className={styles.content}
          {...(keepMounted && { forceMount: true, hidden: tab.id !== value })}
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
