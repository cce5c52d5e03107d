import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { singleKeysAtom } from '#src/state/shortcuts.ts'
import { setStudioOverAtom, studioOverAtom } from '#src/state/studio-over.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Kbd } from '#src/ui/Kbd.tsx'
import { Switch } from '#src/ui/Switch.tsx'
import { type Command, commandGroups } from '../commands/command.ts'
import { commands } from '../commands/command-table.ts'
import { keyCaps } from '../commands/keys.ts'
import styles from './ShortcutsDialog.module.css'

/** Every shortcut, from the one table of commands. */
export function ShortcutsDialog() {
  const { t } = useTranslation('stage')
  const over = useAtomValue(studioOverAtom)
  const setOver = useSetAtom(setStudioOverAtom)
  const [single, setSingle] = useAtom(singleKeysAtom)
  return (
    <Dialog
      open={over === 'shortcuts'}
      onOpenChange={(open) => setOver('shortcuts', open)}
      title={t('shortcuts.title')}
      closeLabel={t('close')}
      size="large"
    >
      <Switch
        label={t('shortcuts.single')}
        description={t('shortcuts.singleText')}
        checked={single}
        onChange={setSingle}
      />
      <div className={styles.groups}>
        {commandGroups.map((group) => {
          const listed = commands.filter(
            (command) => command.group === group && command.keys.length,
          )
          return (
            listed.length > 0 && (
              <section key={group} className={styles.group}>
                <h3 className={styles.heading}>{t(`shortcuts.groups.${group}`)}</h3>
                <dl className={styles.list}>
                  {listed.map((command) => (
                    <Line key={command.id} command={command} />
                  ))}
                </dl>
              </section>
            )
          )
        })}
      </div>
    </Dialog>
  )
}

function Line({ command }: { command: Command }) {
  const { t } = useTranslation('stage')
  return (
    <div className={styles.line}>
      <dt>{t(`commands.${command.id}`)}</dt>
      <dd className={styles.keys}>
        {command.keys.map((keys) => (
          <span key={keys} className={styles.caps}>
            {keyCaps(keys).map((cap) => (
              <Kbd key={cap}>{cap}</Kbd>
            ))}
          </span>
        ))}
      </dd>
    </div>
  )
}
