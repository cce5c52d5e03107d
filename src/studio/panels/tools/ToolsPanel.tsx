import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { layerById } from '#core/design/edits/layers.ts'
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
  const [first] = layers
  const layer = layers.length === 1 && first?.kind === 'photo' && !first.locked ? first : null
  useEffect(() => void checkReadiness(), [checkReadiness])
  useCloseWithoutPhoto(layer?.id ?? null)
  if (layer === null) return <NoPhoto />
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

function NoPhoto() {
  const { t } = useTranslation('tools')
  const design = useAtomValue(designAtom)
  const select = useSetAtom(selectionAtom)
  const photos = design.layers.filter((layer) => layer.kind === 'photo' && !layer.locked)
  return (
    <EmptyState
      illustration={<MagicWandIcon />}
      title={t('choosePhoto')}
      text={t('choosePhotoText')}
      action={
        photos.length === 0 ? (
          <AddPhotos more={false} />
        ) : (
          <ChoosePhoto
            photos={photos.flatMap((photo) => (photo.kind === 'photo' ? [photo] : []))}
            choose={(id) => layerById(design, id) && select([id])}
          />
        )
      }
    />
  )
}
