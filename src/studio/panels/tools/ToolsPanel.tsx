import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoLayer } from '#core/design/document.ts'
import { designAtom, selectedLayersAtom, selectionAtom } from '#src/state/editor.ts'
import { refineAtom } from '#src/state/refine-job.ts'
import { checkReadinessAtom, closeToolAtom, toolSessionAtom } from '#src/state/tool-jobs.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { MagicWandIcon, ShieldCheckIcon } from '#src/ui/icons.ts'
import panel from '../panel.module.css'
import { AddPhotos } from '../photos/AddPhotos.tsx'
import { ChoosePhoto } from './ChoosePhoto.tsx'
import { OpenTool } from './OpenTool.tsx'
import { RefinePanel } from './RefinePanel.tsx'
import { ToolCards } from './ToolCards.tsx'

/** The image tools for one photo: what can be done, and the tool that is open. */
export function ToolsPanel() {
  const { t } = useTranslation('tools')
  const layers = useAtomValue(selectedLayersAtom)
  const session = useAtomValue(toolSessionAtom)
  const refinement = useAtomValue(refineAtom)
  const checkReadiness = useSetAtom(checkReadinessAtom)
  const photos = usePhotos()
  // One photo is the one that is meant, whatever is selected.
  const layer =
    photos.length === 1
      ? photos[0]
      : photos.find(({ id }) => layers.length === 1 && layers[0]?.id === id)
  useEffect(() => void checkReadiness(), [checkReadiness])
  useCloseWithoutPhoto(layer?.id ?? null)
  if (layer === undefined) return <NoPhoto photos={photos} />
  if (refinement?.layerId === layer.id) return <RefinePanel refinement={refinement} />
  return (
    <div className={panel.stack}>
      {session?.layerId === layer.id ? (
        <OpenTool key={session.request.tool} layer={layer} session={session} />
      ) : (
        <ToolCards layer={layer} />
      )}
      <p className={panel.quiet}>
        <ShieldCheckIcon aria-hidden="true" />
        {t('privacy')}
      </p>
    </div>
  )
}

/** An open tool is put away with its photo: when another is selected, or the panel is closed. */
function useCloseWithoutPhoto(layerId: string | null): void {
  const close = useSetAtom(closeToolAtom)
  const session = useAtomValue(toolSessionAtom)
  const stray = session !== null && session.layerId !== layerId
  useEffect(() => {
    if (stray) close()
  }, [stray, close])
  useEffect(() => () => close(), [close])
}

/** The photos of the design that can be worked on. */
const usePhotos = (): readonly PhotoLayer[] =>
  useAtomValue(designAtom).layers.flatMap((layer) =>
    layer.kind === 'photo' && !layer.locked ? [layer] : [],
  )

function NoPhoto({ photos }: { photos: readonly PhotoLayer[] }) {
  const { t } = useTranslation('tools')
  const select = useSetAtom(selectionAtom)
  return (
    <EmptyState
      illustration={<MagicWandIcon />}
      title={t('choosePhoto')}
      text={t('choosePhotoText')}
      action={
        photos.length === 0 ? (
          <AddPhotos more={false} />
        ) : (
          <ChoosePhoto photos={photos} choose={(id) => select([id])} />
        )
      }
    />
  )
}
