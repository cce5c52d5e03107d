import { useAtom, useAtomValue } from 'jotai'
import { Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { sheetResting, useStudioLayout } from '#src/state/layout.ts'
import { openPanelAtom, type PanelId } from '#src/state/panel.ts'
import { isSheetLowAtom, sheetRestAtom, worksOnStageAtom } from '#src/state/sheet.ts'
import { worksOnPhotoAtom } from '#src/state/tool-history.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { XIcon } from '#src/ui/icons.ts'
import { Sheet } from '#src/ui/Sheet.tsx'
import styles from './PanelHost.module.css'
import { panelTable } from './panel-table.tsx'
import { PhotoDrops } from './photos/PhotoDrops.tsx'
import { PreviewScreen } from './preview/PreviewScreen.tsx'
import { useDesignWatch } from './use-design-watch.ts'
import { usePanelFocus } from './use-panel-focus.ts'

/**
 * Where the open panel stands: beside the rail, or in the stacked layout as a sheet over the lower
 * half, where the stage above it stays in use. Also takes photos that are dropped or pasted anywhere.
 */
export function PanelHost() {
  return (
    <Suspense fallback={null}>
      <OpenPanel />
    </Suspense>
  )
}

function OpenPanel() {
  const [open, setOpen] = useAtom(openPanelAtom)
  const stacked = useStudioLayout() === 'stacked'
  useDesignWatch()
  usePanelFocus(open)
  const close = () => setOpen(null)
  const panel = open === 'preview' ? null : open
  return (
    <>
      <PhotoDrops />
      {stacked ? (
        <BottomPanel panel={panel} close={close} />
      ) : (
        <SidePanel panel={panel} close={close} />
      )}
      <PreviewScreen open={open === 'preview'} close={close} />
    </>
  )
}

interface PlaceProps {
  readonly panel: Exclude<PanelId, 'preview'> | null
  readonly close: () => void
}

function SidePanel({ panel, close }: PlaceProps) {
  const { t } = useTranslation('panels')
  const roomy = useAtomValue(worksOnPhotoAtom)
  if (panel === null) return null
  const Content = panelTable[panel]
  return (
    <aside
      className={styles.side}
      aria-label={t(`titles.${panel}`)}
      data-panel={panel}
      data-roomy={roomy}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) close()
      }}
    >
      <header className={styles.head}>
        <h2 className={styles.title}>{t(`titles.${panel}`)}</h2>
        <IconButton label={t('close')} icon={<XIcon />} tooltip={false} onClick={close} />
      </header>
      <div className={styles.body} key={panel} data-panel-body="">
        <Content />
      </div>
    </aside>
  )
}

function BottomPanel({ panel, close }: PlaceProps) {
  const { t } = useTranslation('panels')
  const roomy = useAtomValue(worksOnPhotoAtom)
  const onStage = useAtomValue(worksOnStageAtom)
  const [low, setLow] = useAtom(isSheetLowAtom)
  const rest = useAtomValue(sheetRestAtom)
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (low) showFirstSlider(body.current)
  }, [low])
  const Content = panel === null ? null : panelTable[panel]
  return (
    <Sheet
      open={panel !== null}
      onOpenChange={(open) => !open && close()}
      title={panel === null ? '' : t(`titles.${panel}`)}
      closeLabel={t('close')}
      handleLabel={t('handle')}
      placement="bottom"
      modal={false}
      keepFocus
      resting={sheetResting(rest === 'low' ? 'tool' : rest)}
      {...(onStage && { lowest: sheetResting('low'), low, onLowChange: setLow })}
      roomy={roomy}
    >
      {Content && (
        <div data-panel={panel} ref={body}>
          <Content />
        </div>
      )}
    </Sheet>
  )
}

/** In a low panel the setting that is pulled while the stage is looked at. */
const showFirstSlider = (panel: HTMLElement | null): void =>
  panel?.querySelector('[role="slider"]')?.closest('[data-slider]')?.scrollIntoView()
