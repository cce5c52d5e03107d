import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { openPanelAtom } from '#src/state/panel.ts'
import { useRovingFocus } from '#src/ui/roving-focus.ts'
import type { CommandId } from '../commands/command-ids.ts'
import { useCommand } from '../commands/use-command.ts'
import styles from './ToolBar.module.css'

const tools = [
  'photos',
  'text',
  'stickers',
  'doodle',
  'layout',
  'background',
  'tools',
  'layers',
  'product',
] as const satisfies readonly CommandId[]

/** What can be put on the design: under the thumb, or as a rail beside the stage. */
export function ToolBar({ rail }: { rail: boolean }) {
  const { t } = useTranslation('stage')
  const roving = useRovingFocus<HTMLUListElement>()
  return (
    <nav className={rail ? styles.rail : styles.bar} aria-label={t('toolBar')}>
      <ul className={styles.list} {...roving}>
        {tools.map((id) => (
          <li key={id} className={styles.item}>
            <Tool id={id} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Tool({ id }: { id: (typeof tools)[number] }) {
  const { command, label, perform } = useCommand(id)
  const open = useAtomValue(openPanelAtom) === id
  const Icon = command.icon
  return (
    <button
      type="button"
      className={styles.tool}
      aria-pressed={open}
      data-command={id}
      onClick={perform}
    >
      <Icon aria-hidden="true" />
      <span className={styles.word}>{label}</span>
    </button>
  )
}
