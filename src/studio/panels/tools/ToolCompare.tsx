import { useAtomValue } from 'jotai'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoLayer } from '#core/design/document.ts'
import { PREVIEW_PX, toolPictureAtom } from '#src/state/tool-jobs.ts'
import type { ToolSession } from '#src/state/tool-settings.ts'
import { BeforeAfter } from '#src/ui/BeforeAfter.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { useThumbnail } from '../use-thumbnail.ts'
import { PreviewPicture } from './PreviewPicture.tsx'
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
        after={<PreviewPicture picture={picture} />}
      />
    </div>
  )
}
