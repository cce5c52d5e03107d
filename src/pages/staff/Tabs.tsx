import { type ReactNode, useState } from 'react'
import styles from './Tabs.module.css'

interface Tab<Id extends string> {
  readonly id: Id
  readonly label: string
  readonly show: () => ReactNode
}

/** The parts of a screen: one in sight, all a press away. */
export function Tabs<Id extends string>({
  label,
  tabs,
}: {
  label: string
  tabs: readonly Tab<Id>[]
}) {
  const [chosen, setChosen] = useState(tabs[0]?.id)
  return (
    <>
      <nav className={styles.tabs} aria-label={label}>
        {tabs.map(({ id, label: words }) => (
          <button
            key={id}
            type="button"
            className={styles.tab}
            aria-current={id === chosen ? 'page' : undefined}
            onClick={() => setChosen(id)}
          >
            {words}
          </button>
        ))}
      </nav>
      {tabs.find(({ id }) => id === chosen)?.show()}
    </>
  )
}
