import { useTranslation } from 'react-i18next'
import type { PhotoLayer } from '#core/design/document.ts'
import { shownPhoto } from '#core/design/shown-photo.ts'
import { useLayerName } from '#src/studio/layer-name.ts'
import { useThumbnail } from '../use-thumbnail.ts'
import styles from './Tools.module.css'

interface ChoosePhotoProps {
  readonly photos: readonly PhotoLayer[]
  readonly choose: (id: string) => void
}

/** The photos of the design, to pick the one that a tool is for. */
export function ChoosePhoto({ photos, choose }: ChoosePhotoProps) {
  const { t } = useTranslation('tools')
  return (
    <fieldset className={styles.photos}>
      <legend className={styles.legend}>{t('pick')}</legend>
      {photos.map((layer) => (
        <PhotoButton key={layer.id} layer={layer} choose={choose} />
      ))}
    </fieldset>
  )
}

function PhotoButton({ layer, choose }: { layer: PhotoLayer; choose: (id: string) => void }) {
  const url = useThumbnail(shownPhoto(layer))
  const name = useLayerName()(layer)
  return (
    <button
      type="button"
      className={styles.photo}
      aria-label={name}
      onClick={() => choose(layer.id)}
    >
      {url && <img src={url} alt="" />}
    </button>
  )
}
