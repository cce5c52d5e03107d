import { useAtomValue } from 'jotai'
import { type CSSProperties, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoLayer } from '#core/design/document.ts'
import { PREVIEW_PX, toolPictureAtom } from '#src/state/tool-jobs.ts'
import type { ToolSession } from '#src/state/tool-settings.ts'
import { BeforeAfter } from '#src/ui/BeforeAfter.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { showBitmap } from '#src/ui/show-bitmap.ts'
import { useThumbnail } from '../use-thumbnail.ts'
import styles from './Tools.module.css'

/** The photo as it was and as the tool would make it, under one line to pull. */
export function ToolCompare({ layer, session }: { layer: PhotoLayer; session: ToolSession }) {
  const { t } = useTranslation('tools')
  const picture = useAtomValue(toolPictureAtom)
  const { photo, tool } = session.request
  const before = useThumbnail(photo, PREVIEW_PX)
  const aspectRatio = layer.original.widthPx / layer.original.heightPx
  const style = { '--aspect': aspectRatio } as CSSProperties
  if (before === null) {
    return (
      <div className={styles.before} style={style}>
        <Skeleton style={{ blockSize: '100%' }} />
      </div>
    )
  }
  if (picture === null) {
    return <img className={styles.before} style={style} src={before} alt={t('before')} />
  }
  return (
    <div
      className={styles.compare}
      style={style}
      data-ground={tool === 'cut-out' ? 'checks' : 'plain'}
    >
      <BeforeAfter
        label={t('compare')}
        beforeLabel={t('before')}
        afterLabel={t('after')}
        aspectRatio={aspectRatio}
        before={<img src={before} alt="" />}
        after={<Picture picture={picture} />}
      />
    </div>
  )
}

function Picture({ picture }: { picture: ImageBitmap }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (picture.width === 0) return
    let left = false
    // The screen keeps what it is handed; the picture itself stays the tool's.
    void createImageBitmap(picture).then((handed) => {
      if (left || canvas.current === null) handed.close()
      else showBitmap(canvas.current, handed)
    })
    return () => {
      left = true
    }
  }, [picture])
  return <canvas ref={canvas} data-preview="" />
}
