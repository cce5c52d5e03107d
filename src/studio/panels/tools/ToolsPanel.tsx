import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoRef } from '#core/design/document.ts'
import { shownPhoto } from '#core/design/shown-photo.ts'
import type { ToolId } from '#core/imaging/tools/table.ts'
import { meantPhotoAtom } from '#src/state/meant-photo.ts'
import { toolSessionAtom } from '#src/state/open-tool.ts'
import { preparePhotoAtom, stopPreparing } from '#src/state/prepare-photo.ts'
import { refineAtom } from '#src/state/refine-job.ts'
import { closeToolAtom } from '#src/state/tool-jobs.ts'
import { toolPlaceAtom } from '#src/state/tool-place.ts'
import { checkReadinessAtom } from '#src/state/tool-readiness.ts'
import { MagicWandIcon, ShieldCheckIcon } from '#src/ui/icons.ts'
import { isByKeyboard } from '#src/ui/input-kind.ts'
import panel from '../panel.module.css'
import { NoPhoto } from './NoPhoto.tsx'
import { OpenTool } from './OpenTool.tsx'
import { RefinePanel } from './RefinePanel.tsx'
import { ToolCards } from './ToolCards.tsx'

/** The image tools for one photo: what can be done, and the tool that is open. */
export function ToolsPanel() {
  const { t } = useTranslation('tools')
  const session = useAtomValue(toolSessionAtom)
  const refinement = useAtomValue(refineAtom)
  const checkReadiness = useSetAtom(checkReadinessAtom)
  const place = useAtomValue(toolPlaceAtom)
  const { photos, layer } = useAtomValue(meantPhotoAtom)
  const isOpen = session !== null
  // A tool that was open may have fetched what its card said it would.
  useEffect(() => {
    if (!isOpen) void checkReadiness()
  }, [isOpen, checkReadiness])
  useCloseWithoutPhoto(layer?.id ?? null)
  usePrepared(isOpen || layer === undefined ? null : shownPhoto(layer))
  useFocusOnCard(session?.request.tool ?? null)
  if (layer === undefined) {
    const words = { title: t('choosePhoto'), text: t('choosePhotoText') }
    return <NoPhoto photos={photos} illustration={<MagicWandIcon />} {...words} />
  }
  if (refinement?.layerId === layer.id) return <RefinePanel refinement={refinement} />
  return (
    <div className={panel.whole}>
      {session?.layerId === layer.id ? (
        <OpenTool key={session.request.tool} layer={layer} session={session} />
      ) : (
        <ToolCards layer={layer} />
      )}
      <p className={panel.quiet}>
        <ShieldCheckIcon aria-hidden="true" />
        {t(place === 'server' ? 'place.agreed' : 'privacy')}
      </p>
    </div>
  )
}

/** Who looks at the cards is about to choose one: the photo is looked at meanwhile. */
function usePrepared(photo: PhotoRef | null): void {
  const prepare = useSetAtom(preparePhotoAtom)
  const hash = photo?.hash
  // biome-ignore lint/correctness/useExhaustiveDependencies: a photo is what its hash says
  useEffect(() => {
    if (photo !== null) void prepare(photo)
  }, [hash, prepare])
  useEffect(() => stopPreparing, [])
}

/** Who closes a tool by the keyboard is on its card again, not nowhere. */
function useFocusOnCard(open: ToolId | null): void {
  const before = useRef<ToolId | null>(null)
  useEffect(() => {
    const closed = before.current
    before.current = open
    if (closed === null || open !== null || !isByKeyboard()) return
    const frame = requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return
      document.querySelector<HTMLElement>(`[data-panel] [data-tool="${closed}"]`)?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [open])
}

/** An open tool is put away with its photo: when another is selected, or the panel is closed. */
function useCloseWithoutPhoto(layerId: string | null): void {
  const close = useSetAtom(closeToolAtom)
  const session = useAtomValue(toolSessionAtom)
  const stray = session !== null && session.layerId !== layerId
  useEffect(() => {
    if (stray) close()
  }, [stray, close])
  useEffect(() => {
    panels += 1
    return () => {
      panels -= 1
      // A phone that is turned has the panel elsewhere at once.
      setTimeout(() => panels === 0 && close())
    }
  }, [close])
}

/** How many of these panels there are. */
let panels = 0
