import { useAtomValue, useSetAtom } from 'jotai'
import type { DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Design, PhotoRef } from '#core/design/document.ts'
import { shownPhoto } from '#core/design/shown-photo.ts'
import { designAtom } from '#src/state/editor.ts'
import { useHasMouse } from '#src/state/layout.ts'
import { addedPhotosAtom, intakesAtom, placePhotoAtom } from '#src/state/photos.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { CheckCircleIcon, ImagesIcon, ShieldCheckIcon } from '#src/ui/icons.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import panel from '../panel.module.css'
import { Section } from '../Section.tsx'
import { useThumbnail } from '../use-thumbnail.ts'
import { AddPhotos } from './AddPhotos.tsx'
import { IntakeList } from './IntakeList.tsx'
import styles from './PhotosPanel.module.css'
import { photoDragType } from './photo-drag.ts'

/** Where photos come in, and those that are at hand. */
export function PhotosPanel() {
  const { t } = useTranslation('panels')
  const photos = useAtomValue(addedPhotosAtom)
  const coming = useAtomValue(intakesAtom).length > 0
  const mouse = useHasMouse()
  const fresh = photos.length === 0 && !coming
  return (
    <div className={panel.stack}>
      {fresh ? (
        <EmptyState
          illustration={<ImagesIcon />}
          title={t('photos.empty')}
          text={t('photos.emptyText')}
          action={<AddPhotos more={false} />}
        />
      ) : (
        <AddPhotos more />
      )}
      <IntakeList />
      {photos.length > 0 && (
        <Section title={t('photos.strip')}>
          <ul className={styles.strip}>
            {photos.map((photo, index) => (
              <li key={photo.hash}>
                <PhotoCard photo={photo} number={index + 1} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <div className={styles.notes}>
        <p className={panel.hint}>{t(mouse ? 'photos.hint' : 'photos.hintPhone')}</p>
        <p className={panel.quiet}>
          <ShieldCheckIcon aria-hidden="true" />
          {t('photos.private')}
        </p>
      </div>
    </div>
  )
}

const isUsed = (design: Design, { hash }: PhotoRef): boolean =>
  design.layers.some(
    (layer) =>
      layer.kind === 'photo' && (layer.original.hash === hash || shownPhoto(layer).hash === hash),
  )

function PhotoCard({ photo, number }: { photo: PhotoRef; number: number }) {
  const { t } = useTranslation('panels')
  const place = useSetAtom(placePhotoAtom)
  const used = isUsed(useAtomValue(designAtom), photo)
  const url = useThumbnail(photo)
  const label = t('photos.place', { number })
  const take = (event: DragEvent) => {
    event.dataTransfer.setData(photoDragType, JSON.stringify(photo))
    event.dataTransfer.effectAllowed = 'copy'
  }
  return (
    <button
      type="button"
      className={styles.photo}
      aria-label={used ? `${label}. ${t('photos.used')}` : label}
      draggable
      onDragStart={take}
      onClick={() => place({ photo })}
    >
      {url ? <img src={url} alt="" draggable={false} /> : <Skeleton />}
      {used && <CheckCircleIcon className={styles.used} aria-hidden="true" />}
    </button>
  )
}
