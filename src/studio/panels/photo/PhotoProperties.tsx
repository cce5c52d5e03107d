import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { layerDpi } from '#core/design/crop.ts'
import type { PhotoLayer } from '#core/design/document.ts'
import { setMask } from '#core/design/edits/photo.ts'
import { fillPrint, showWholePhoto } from '#core/design/edits/place.ts'
import { leaveSlot } from '#core/design/edits/slots.ts'
import { dpiGrade } from '#core/design/preflight.ts'
import { limits } from '#core/limits.ts'
import { editAtom } from '#src/state/editor.ts'
import { openPanelAtom } from '#src/state/panel.ts'
import { toolReadinessAtom } from '#src/state/tool-readiness.ts'
import { useOpenTool } from '#src/studio/use-open-tool.ts'
import { Button } from '#src/ui/Button.tsx'
import {
  ArrowsOutIcon,
  CaretRightIcon,
  CornersOutIcon,
  FrameCornersIcon,
  ImageIcon,
  MagicWandIcon,
  SparkleIcon,
  SunIcon,
} from '#src/ui/icons.ts'
import { Appearance } from '../Appearance.tsx'
import panel from '../panel.module.css'
import { FileButton } from '../photos/AddPhotos.tsx'
import { Section } from '../Section.tsx'
import { CropControls } from './CropControls.tsx'
import { DpiBadge } from './DpiBadge.tsx'
import { MaskPicker } from './MaskPicker.tsx'
import styles from './PhotoProperties.module.css'
import { VersionsList } from './VersionsList.tsx'

/** Everything that can be set of a photo. */
export function PhotoProperties({ layer }: { layer: PhotoLayer }) {
  const { t } = useTranslation('panels')
  const edit = useSetAtom(editAtom)
  const openPanel = useSetAtom(openPanelAtom)
  return (
    <>
      <Sharpness layer={layer} />
      <button type="button" className={styles.tools} onClick={() => openPanel('tools')}>
        <MagicWandIcon className={styles.wand} aria-hidden="true" />
        <span className={styles.words}>
          <strong>{t('photo.tools')}</strong>
          <span>{t('photo.toolsHint')}</span>
        </span>
        <CaretRightIcon className={styles.caret} aria-hidden="true" />
      </button>
      <button type="button" className={styles.tools} onClick={() => openPanel('adjust')}>
        <SunIcon className={styles.wand} aria-hidden="true" />
        <span className={styles.words}>
          <strong>{t('adjust.open')}</strong>
          <span>{t('adjust.openHint')}</span>
        </span>
        <CaretRightIcon className={styles.caret} aria-hidden="true" />
      </button>
      <VersionsList layer={layer} />
      <Section title={t('photo.mask')}>
        <MaskPicker
          value={layer.mask}
          onChange={(mask) => edit({ edit: (design) => setMask(design, layer.id, mask) })}
        />
      </Section>
      <Section title={t('photo.crop')}>
        <CropControls layer={layer} />
      </Section>
      <Section title={t('photo.fit')}>
        <div className={panel.row}>
          <Button
            icon={<ArrowsOutIcon />}
            onClick={() => edit({ edit: (design) => fillPrint(design, layer.id) })}
          >
            {t('photo.fillPrint')}
          </Button>
          <Button
            icon={<FrameCornersIcon />}
            onClick={() => edit({ edit: (design) => showWholePhoto(design, layer.id) })}
          >
            {t('photo.showWhole')}
          </Button>
          {layer.slotId !== null && (
            <Button
              icon={<CornersOutIcon />}
              onClick={() => edit({ edit: (design) => leaveSlot(design, layer.id) })}
            >
              {t('photo.leaveSlot')}
            </Button>
          )}
          <FileButton target={{ replaceLayerId: layer.id }} icon={<ImageIcon />}>
            {t('photo.replace')}
          </FileButton>
        </div>
      </Section>
      <Appearance layers={[layer]} />
    </>
  )
}

function Sharpness({ layer }: { layer: PhotoLayer }) {
  const { t } = useTranslation('panels')
  const openTool = useOpenTool()
  const openPanel = useSetAtom(openPanelAtom)
  const readiness = useAtomValue(toolReadinessAtom)['super-resolution']
  const good = dpiGrade(layerDpi(layer)) === 'good'
  const offered = readiness === undefined || (readiness.ok && readiness.value.available)
  return (
    <div className={styles.sharpness}>
      <DpiBadge layer={layer} />
      {!good && (
        <>
          <p className={panel.hint}>{t('photo.dpiHelp', { least: limits.dpiWarn })}</p>
          {offered && (
            <Button
              size="small"
              icon={<SparkleIcon />}
              onClick={() => {
                openPanel('tools')
                openTool(layer.id, 'super-resolution')
              }}
            >
              {t('photo.enhance')}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
