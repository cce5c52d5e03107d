import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { layerById, withGroups } from '#core/design/edits/layers.ts'
import type { Finding, PreflightFix } from '#core/design/preflight.ts'
import { applyFix, isAutomatic } from '#core/design/preflight-fixes.ts'
import { designAtom, editAtom, selectionAtom } from '#src/state/editor.ts'
import { facesAtom } from '#src/state/faces.ts'
import { openPanelAtom, type PanelId } from '#src/state/panel.ts'
import { useLayerName } from '#src/studio/layer-name.ts'
import { useOpenTool } from '#src/studio/use-open-tool.ts'
import { Button } from '#src/ui/Button.tsx'
import { InfoIcon, WarningCircleIcon, WarningIcon } from '#src/ui/icons.ts'
import { LayerPicture } from '../layers/LayerPicture.tsx'
import { FileButton } from '../photos/AddPhotos.tsx'
import styles from './Preflight.module.css'

const icons = { serious: WarningCircleIcon, warning: WarningIcon, notice: InfoIcon }

/** Where a fix that needs the customer takes them. */
const panelOf: Readonly<Partial<Record<PreflightFix, PanelId>>> = {
  enhance: 'tools',
  'fill-slot': 'photos',
  'change-font': 'properties',
  'change-background': 'background',
}

interface FindingCardProps {
  readonly finding: Finding
  /** Whether the stage is in sight, where its layer can be shown. Default true. */
  readonly shows?: boolean
}

/** One thing worth a look: what it is, where, and every way out of it. */
export function FindingCard({ finding, shows = true }: FindingCardProps) {
  const { t } = useTranslation('panels')
  const design = useAtomValue(designAtom)
  const nameOf = useLayerName()
  const select = useSelectFinding()
  const { code, severity, params, layerId } = finding
  const layer = layerId === null ? undefined : layerById(design, layerId)
  const Icon = icons[severity]
  const whole = code === 'nearly-invisible' && layerId === null
  return (
    <article className={styles.card} data-severity={severity} data-finding={code}>
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.words}>
        <p>{t(`preflight.findings.${whole ? 'nearly-invisible-all' : code}`, { ...params })}</p>
        {shows && layer && (
          <button type="button" className={styles.where} onClick={() => select(finding)}>
            <LayerPicture layer={layer} />
            <span dir="auto">{nameOf(layer)}</span>
            <span className={styles.show}>{t('preflight.show')}</span>
          </button>
        )}
        <Fixes finding={finding} />
      </div>
    </article>
  )
}

function useSelectFinding(): (finding: Finding) => void {
  const design = useAtomValue(designAtom)
  const setSelection = useSetAtom(selectionAtom)
  return ({ layerId }) => {
    if (layerId !== null) setSelection(withGroups(design, [layerId]))
  }
}

function Fixes({ finding }: { finding: Finding }) {
  const { t } = useTranslation('panels')
  const edit = useSetAtom(editAtom)
  const faces = useAtomValue(facesAtom)
  const openPanel = useSetAtom(openPanelAtom)
  const openTool = useOpenTool()
  const select = useSelectFinding()
  const mend = (fix: PreflightFix) => {
    if (isAutomatic(fix))
      return edit({ edit: (design) => applyFix(design, finding, fix, { faces }) })
    select(finding)
    const target = panelOf[fix]
    if (target !== undefined) openPanel(target)
    if (fix === 'enhance' && finding.layerId !== null) {
      openTool(finding.layerId, 'super-resolution')
    }
  }
  return (
    <div className={styles.fixes}>
      {finding.fixes.map((fix) =>
        fix === 'replace-photo' && finding.layerId !== null ? (
          <FileButton
            key={fix}
            target={{ replaceLayerId: finding.layerId }}
            size="small"
            data-fix={fix}
          >
            {t(`preflight.fixes.${fix}`)}
          </FileButton>
        ) : (
          <Button key={fix} size="small" data-fix={fix} onClick={() => mend(fix)}>
            {t(`preflight.fixes.${fix}`)}
          </Button>
        ),
      )}
    </div>
  )
}
