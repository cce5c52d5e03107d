import { useSetAtom } from 'jotai'
import { type ChangeEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasMouse } from '#src/state/layout.ts'
import { addPhotosAtom, type PhotoTarget } from '#src/state/photos.ts'
import { Button, type ButtonProps } from '#src/ui/Button.tsx'
import { CameraIcon, ImagesIcon } from '#src/ui/icons.ts'
import styles from './PhotosPanel.module.css'

const kinds = 'image/png,image/jpeg,image/webp,image/avif,image/gif,.png,.jpg,.jpeg'
/** Apple's systems hand a HEIC photo over as JPEG, but only where HEIC is not asked for. */
const isApple = /iPhone|iPad|iPod|Macintosh/.test(navigator.userAgent)
const accepted = isApple ? kinds : `${kinds},image/heic,image/heif,.heic,.heif`

interface FileButtonProps extends Omit<ButtonProps, 'onClick'> {
  readonly target?: PhotoTarget
  readonly camera?: boolean
  readonly several?: boolean
}

/** A button that asks the device for photos and takes them in. */
export function FileButton({ target, camera, several, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const add = useSetAtom(addPhotosAtom)
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])]
    event.target.value = ''
    if (files.length > 0) void add({ files, ...target })
  }
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        className={styles.file}
        accept={accepted}
        multiple={several}
        tabIndex={-1}
        aria-hidden="true"
        data-source={camera ? 'camera' : 'file'}
        {...(camera && { capture: 'environment' as const })}
        onChange={take}
      />
    </>
  )
}

/** From the device's files, and on phones from its camera. */
export function AddPhotos({ target, more }: { target?: PhotoTarget; more: boolean }) {
  const { t } = useTranslation('panels')
  const mouse = useHasMouse()
  const aim = target && { target }
  return (
    <div className={styles.sources}>
      <FileButton {...aim} several variant="primary" icon={<ImagesIcon />}>
        {t(more ? 'photos.addMore' : 'photos.add')}
      </FileButton>
      {!mouse && (
        <FileButton {...aim} camera icon={<CameraIcon />}>
          {t('photos.camera')}
        </FileButton>
      )}
    </div>
  )
}
