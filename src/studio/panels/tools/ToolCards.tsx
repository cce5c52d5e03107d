import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { PhotoLayer } from '#core/design/document.ts'
import { tools } from '#core/imaging/tools/table.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { openRefineAtom } from '#src/state/refine-job.ts'
import { toolReadinessAtom } from '#src/state/tool-readiness.ts'
import { useOpenTool } from '#src/studio/use-open-tool.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { PaintBrushIcon } from '#src/ui/icons.ts'
import panel from '../panel.module.css'
import { LacksInResult } from './LacksNetworks.tsx'
import styles from './Tools.module.css'
import { toolIcons } from './tool-icons.ts'

/** What can be done with the photo; a tool that is not there yet says so and cannot be pressed. */
export function ToolCards({ layer }: { layer: PhotoLayer }) {
  const { t } = useTranslation('tools')
  const openRefine = useSetAtom(openRefineAtom)
  const last = layer.derived.at(-1)
  return (
    <div className={panel.section}>
      <LacksInResult layer={layer} />
      <p className={panel.hint}>{t('list')}</p>
      <ul className={styles.cards}>
        {tools.map((tool) => (
          <li key={tool.id}>
            <ToolCard tool={tool} layer={layer} />
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

type OfferedTool = (typeof tools)[number]

function ToolCard({ tool: { id, icon }, layer }: { tool: OfferedTool; layer: PhotoLayer }) {
  const { t } = useTranslation('tools')
  const { megabytes } = useFormats()
  const open = useOpenTool()
  const readiness = useAtomValue(toolReadinessAtom)[id]
  const soon = readiness?.ok === true && !readiness.value.available
  const download = readiness?.ok ? readiness.value.downloadBytes : 0
  const used = layer.derived.at(-1)?.tool === id
  // What this photo did not need is no first use any more.
  const isKnown = layer.derived.some(({ tool }) => tool === id)
  const Icon = toolIcons[icon]
  return (
    <button
      type="button"
      className={styles.card}
      data-tool={id}
      disabled={soon}
      onClick={() => open(layer.id, id)}
    >
      <Icon className={styles.icon} aria-hidden="true" />
      <span className={styles.words}>
        <strong>{t(`names.${id}`)}</strong>
        <span className={styles.text}>{t(`texts.${id}`)}</span>
        {!soon && !isKnown && download > 0 && (
          <span className={styles.download}>{t('firstUse', { size: megabytes(download) })}</span>
        )}
      </span>
      {soon && <Badge>{t('soon')}</Badge>}
      {used && <Badge tone="good">{t('used')}</Badge>}
    </button>
  )
}
