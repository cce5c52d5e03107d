import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { PhotoLayer } from '#core/design/document.ts'
import { type ToolId, tools } from '#core/imaging/tools/table.ts'
import { sayAppliedAtom } from '#src/state/applied-tool.ts'
import { applyToolAtom, openToolAtom } from '#src/state/tool-jobs.ts'
import { previewToolAtom, toolLacksNetworksAtom } from '#src/state/tool-preview.ts'
import { Button } from '#src/ui/Button.tsx'
import panel from '../panel.module.css'
import styles from './Tools.module.css'

/** Says that a preview is plainer than the tool can do, as part of it could not be fetched. */
export function LacksNetworks() {
  const isSaid = useAtomValue(toolLacksNetworksAtom)
  const preview = useSetAtom(previewToolAtom)
  return <Plainer isSaid={isSaid} onRetry={() => void preview({ settled: true })} />
}

/** Says the same of the version of a photo that was applied, and makes it anew. */
export function LacksInResult({ layer }: { layer: PhotoLayer }) {
  const open = useSetAtom(openToolAtom)
  const apply = useSetAtom(applyToolAtom)
  const say = useSetAtom(sayAppliedAtom)
  const last = layer.derived.at(-1)
  const tool = tools.find(({ id }) => id === last?.tool)?.id
  if (last === undefined || tool === undefined) return null
  const again = async () => {
    void open({ layerId: layer.id, tool })
    if (await apply()) say(tool)
  }
  return <Plainer tool={tool} isSaid={(last.lacks ?? []).length > 0} onRetry={() => void again()} />
}

interface PlainerProps {
  /** Named where none is open. */
  readonly tool?: ToolId
  readonly isSaid: boolean
  readonly onRetry: () => void
}

function Plainer({ tool, isSaid, onRetry }: PlainerProps) {
  const { t } = useTranslation('tools')
  // The region stands there before its words, or some screen readers miss them.
  return (
    <div className={styles.good}>
      <p className={panel.hint} role="status">
        {isSaid && tool && <strong>{t(`names.${tool}`)} · </strong>}
        {isSaid && t('plainer')}
      </p>
      {isSaid && (
        <Button size="small" data-command="fetch-again" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </div>
  )
}
