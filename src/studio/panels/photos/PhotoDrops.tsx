import { useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { openPanelAtom } from '#src/state/panel.ts'
import { addPhotosAtom, placePhotoAtom } from '#src/state/photos.ts'
import { ImagesIcon } from '#src/ui/icons.ts'
import styles from './PhotoDrops.module.css'
import { draggedPhoto, photoDragType } from './photo-drag.ts'

const carriesFiles = (transfer: DataTransfer | null): boolean =>
  transfer?.types.includes('Files') ?? false

/** A field that text is pasted into; a photo pasted there is still a photo. */
const filesOf = (transfer: DataTransfer | null): readonly File[] => [...(transfer?.files ?? [])]

/**
 * Takes photos that are dropped or pasted anywhere. What the stage handles itself (a drop on a
 * slot, say) it marks with `preventDefault`.
 */
export function PhotoDrops() {
  const { t } = useTranslation('panels')
  const add = useSetAtom(addPhotosAtom)
  const place = useSetAtom(placePhotoAtom)
  const openPanel = useSetAtom(openPanelAtom)
  const [over, setOver] = useState(false)
  useEffect(() => {
    const takeFiles = (files: readonly File[]) => {
      openPanel('photos')
      void add({ files })
    }
    const onDragOver = (event: DragEvent) => {
      const ours = event.dataTransfer?.types.includes(photoDragType) ?? false
      if (!ours && !carriesFiles(event.dataTransfer)) return
      event.preventDefault()
      setOver(!ours)
    }
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const onDrop = (event: DragEvent) => {
      setOver(false)
      if (event.defaultPrevented || event.dataTransfer === null) return
      const photo = draggedPhoto(event.dataTransfer)
      const files = filesOf(event.dataTransfer)
      if (photo === null && files.length === 0) return
      event.preventDefault()
      if (photo !== null) place({ photo })
      else takeFiles(files)
    }
    const onPaste = (event: ClipboardEvent) => {
      const files = filesOf(event.clipboardData)
      if (event.defaultPrevented || files.length === 0) return
      event.preventDefault()
      takeFiles(files)
    }
    const listeners = [
      ['dragover', onDragOver],
      ['dragleave', onDragLeave],
      ['drop', onDrop],
      ['paste', onPaste],
    ] as const
    for (const [name, listener] of listeners)
      window.addEventListener(name, listener as EventListener)
    return () => {
      for (const [name, listener] of listeners)
        window.removeEventListener(name, listener as EventListener)
    }
  }, [add, place, openPanel])
  if (!over) return null
  return (
    <div className={styles.veil} aria-hidden="true">
      <p className={styles.sign}>
        <ImagesIcon />
        {t('photos.dropHere')}
      </p>
    </div>
  )
}
