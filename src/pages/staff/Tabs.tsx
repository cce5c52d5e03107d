import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import styles from './Tabs.module.css'

interface Tab<Id extends string> {
  readonly id: Id
  readonly label: string
  readonly show: () => ReactNode
}

/** The parts of a screen: one in sight, all a press away. The address names it, so a reload keeps it. */
export function Tabs<Id extends string>({
  label,
  tabs,
}: {
  label: string
  tabs: readonly Tab<Id>[]
}) {
  const [search, setSearch] = useSearchParams()
  const chosen = tabs.find(({ id }) => id === search.get('tab')) ?? tabs[0]
  return (
    <>
      <nav className={styles.tabs} aria-label={label}>
        {tabs.map(({ id, label: words }) => (
          <button
            key={id}
            type="button"
            className={styles.tab}
            aria-current={id === chosen?.id ? 'page' : undefined}
            onClick={() => setSearch({ tab: id }, { replace: true })}
          >
            {words}
          </button>
        ))}
      </nav>
      {chosen?.show()}
    </>
  )
}
