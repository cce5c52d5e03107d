import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { PhotoLayer, ToolId } from '#core/design/document.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { openRefineAtom } from '#src/state/refine-job.ts'
import { toolReadinessAtom } from '#src/state/tool-jobs.ts'
import { useOpenTool } from '#src/studio/use-open-tool.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { PaintBrushIcon } from '#src/ui/icons.ts'
import panel from '../panel.module.css'
import styles from './Tools.module.css'
import { toolTable } from './tool-table.ts'

/** What can be done with the photo; a tool that is not there yet says so and cannot be pressed. */
export function ToolCards({ layer }: { layer: PhotoLayer }) {
  const { t } = useTranslation('tools')
  const openRefine = useSetAtom(openRefineAtom)
  const last = layer.derived.at(-1)
  return (
    <div className={panel.section}>
      <p className={panel.hint}>{t('list')}</p>
      <ul className={styles.cards}>
        {toolTable.map(({ id }) => (
          <li key={id}>
            <ToolCard id={id} layer={layer} />
          </li>
        ))}
      </ul>
      {last?.tool === 'cut-out' && last.matte !== null && (
        <Button icon={<PaintBrushIcon />} onClick={() => openRefine(layer.id)}>
          {t('refine.open')}
        </Button>
      )}
    </div>
  )
}

function ToolCard({ id, layer }: { id: ToolId; layer: PhotoLayer }) {
  const { t } = useTranslation('tools')
  const { megabytes } = useFormats()
  const open = useOpenTool()
  const readiness = useAtomValue(toolReadinessAtom)[id]
  const soon = readiness?.ok === true && !readiness.value.available
  const download = readiness?.ok ? readiness.value.downloadBytes : 0
  const used = layer.derived.at(-1)?.tool === id
  const Icon = toolTable.find((tool) => tool.id === id)?.icon
  return (
    <button
      type="button"
      className={styles.card}
      data-tool={id}
      disabled={soon}
      onClick={() => open(layer.id, id)}
    >
      {Icon && <Icon className={styles.icon} aria-hidden="true" />}
      <span className={styles.words}>
        <strong>{t(`names.${id}`)}</strong>
        <span>{t(`texts.${id}`)}</span>
        {!soon && download > 0 && (
          <span className={styles.download}>{t('firstUse', { size: megabytes(download) })}</span>
        )}
      </span>
      {soon && <Badge>{t('soon')}</Badge>}
      {used && <Badge tone="good">{t('used')}</Badge>}
    </button>
  )
}
