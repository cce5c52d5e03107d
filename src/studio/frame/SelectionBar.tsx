import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { selectedLayersAtom } from '#src/state/editor.ts'
import { useStudioLayout } from '#src/state/layout.ts'
import { openPanelAtom } from '#src/state/panel.ts'
import { setStudioOverAtom, studioOverAtom } from '#src/state/studio-over.ts'
import { selectSeveralAtom, stageModeAtom } from '#src/state/view.ts'
import { DropdownMenu } from '#src/ui/DropdownMenu.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { CheckSquareIcon, DotsThreeIcon, LockOpenIcon } from '#src/ui/icons.ts'
import { useRovingFocus } from '#src/ui/roving-focus.ts'
import { CommandButton } from '../commands/CommandButton.tsx'
import { useCommand } from '../commands/use-command.ts'
import { useSelectionMenu } from '../commands/use-command-menu.tsx'
import styles from './SelectionBar.module.css'

/** What is done most with the selection, close to the thumb; the menu holds the rest. */
export function SelectionBar() {
  const { t } = useTranslation('stage')
  const layout = useStudioLayout()
  const layers = useAtomValue(selectedLayersAtom)
  const panel = useAtomValue(openPanelAtom)
  const doodling = useAtomValue(stageModeAtom) === 'doodle'
  const items = useSelectionMenu()
  const several = useAtomValue(selectSeveralAtom)
  const over = useAtomValue(studioOverAtom)
  const setOver = useSetAtom(setStudioOverAtom)
  const roving = useRovingFocus<HTMLDivElement>()
  if ((layers.length === 0 && !several) || doodling || (layout === 'stacked' && panel !== null))
    return null
  const locked = layers.length > 0 && layers.every((layer) => layer.locked)
  const photo = layers.length === 1 && layers[0]?.kind === 'photo'
  return (
    <div className={styles.bar} role="toolbar" {...roving} aria-label={t('selectionBar')}>
      {several && <EndSeveral />}
      {layers.length === 0 ? null : locked ? (
        <Unlock />
      ) : (
        <>
          {layout !== 'full' && <CommandButton id="properties" label={t('edit')} />}
          {photo && <CommandButton id="tools" />}
          {photo && <CommandButton id="adjust" />}
          <CommandButton id="duplicate" />
          <CommandButton id={layers.length > 1 ? groupOf(layers) : 'toFront'} />
          <CommandButton id="delete" variant="danger" />
        </>
      )}
      <DropdownMenu
        open={over === 'selection-menu'}
        onOpenChange={(open) => setOver('selection-menu', open)}
        side="top"
        align="end"
        trigger={
          <IconButton label={t('menu.selection')} icon={<DotsThreeIcon />} tooltip={false} />
        }
        items={items}
      />
    </div>
  )
}

const groupOf = (layers: readonly { readonly groupId: string | null }[]): 'group' | 'ungroup' =>
  layers.every(({ groupId }) => groupId !== null && groupId === layers[0]?.groupId)
    ? 'ungroup'
    : 'group'

/** Several are being selected by taps: says so, and ends it. */
function EndSeveral() {
  const { t } = useTranslation('panels')
  const [several, setSeveral] = useAtom(selectSeveralAtom)
  return (
    <IconButton
      label={t('layers.several')}
      icon={<CheckSquareIcon />}
      variant="primary"
      pressed={several}
      onClick={() => setSeveral(false)}
    />
  )
}

function Unlock() {
  const { t } = useTranslation('stage')
  const { perform } = useCommand('lock')
  return <IconButton label={t('menu.unlock')} icon={<LockOpenIcon />} onClick={perform} />
}
