import { useAtomValue, useSetAtom } from 'jotai'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { PREVIEW_PX } from '#core/imaging/preview-sizes.ts'
import { cornersOf, cornersText, wholePicture } from '#core/imaging/tools/rescue/corners.ts'
import type { FoundSheet } from '#core/imaging/tools/rescue/sheet/find-corners.ts'
import { showsBeforeAtom } from '#src/state/stand-in.ts'
import { toolBeforeAtom } from '#src/state/tool-before.ts'
import { changeToolAtom } from '#src/state/tool-history.ts'
import { toolPictureAtom, toolPreviewingAtom } from '#src/state/tool-preview.ts'
import { Button } from '#src/ui/Button.tsx'
import { CornersOutIcon } from '#src/ui/icons.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import type { ToolRequest } from '#workers/imaging/api.ts'
import panel from '../panel.module.css'
import { useThumbnail } from '../use-thumbnail.ts'
import { CornerHandles } from './CornerHandles.tsx'
import styles from './CornersView.module.css'
import { PreviewPicture } from './PreviewPicture.tsx'

interface CornersViewProps {
  readonly request: ToolRequest
  /** The sheet in the photo; undefined until it was looked for. */
  readonly found: FoundSheet | null | undefined
}

/** The photo with the corners of the sheet in it, to be moved, and the sheet as it lies flat. */
export function CornersView({ request, found }: CornersViewProps) {
  const { t } = useTranslation('tools')
  const { settings } = request
  const set = useSetAtom(changeToolAtom)
  const before = useThumbnail(request.photo, PREVIEW_PX)
  const photo = before !== null && <img src={before} alt={t('before')} draggable={false} />
  const own = cornersOf(String(settings['corners'] ?? ''))
  const corners = own ?? found?.corners ?? wholePicture
  const words = found === undefined ? 'looking' : found === null ? 'none' : 'found'
  return (
    <>
      <div
        className={styles.photo}
        style={{ '--aspect': request.photo.widthPx / request.photo.heightPx } as CSSProperties}
        dir="ltr"
      >
        {before === null ? <Skeleton style={{ blockSize: '100%' }} /> : photo}
        {found !== undefined && (
          <CornerHandles
            {...{ corners, photo }}
            onChange={(changed) => void set({ corners: cornersText(changed) })}
          />
        )}
      </div>
      <p className={panel.hint} role="status">
        {t(`corners.${words}`)}
      </p>
      {own !== null && (
        <div className={panel.row}>
          <Button
            size="small"
            variant="ghost"
            icon={<CornersOutIcon />}
            data-command="find-corners"
            onClick={() => void set({ corners: '' })}
          >
            {t('corners.again')}
          </Button>
        </div>
      )}
      <FlatSheet request={request} />
    </>
  )
}

/** The sheet as it lies flat. While the first is on its way its place is kept: nothing below is pushed away. */
function FlatSheet({ request: { photo } }: Pick<CornersViewProps, 'request'>) {
  const { t } = useTranslation('tools')
  const last = useAtomValue(toolPictureAtom)
  const previewing = useAtomValue(toolPreviewingAtom)
  const showsBefore = useAtomValue(showsBeforeAtom)
  const unmended = useAtomValue(toolBeforeAtom)
  const before = useThumbnail(photo, PREVIEW_PX)
  const picture = last !== null && last.width > 0 ? last : null
  if (picture === null && !previewing) return null
  const { width, height } = picture ?? { width: photo.widthPx, height: photo.heightPx }
  return (
    <figure className={styles.result}>
      <figcaption>{t('preview')}</figcaption>
      <div className={styles.picture} style={{ '--aspect': width / height } as CSSProperties}>
        {picture === null ? (
          <Skeleton style={{ blockSize: '100%' }} />
        ) : showsBefore && unmended === null ? (
          before !== null && <img src={before} alt={t('before')} draggable={false} />
        ) : (
          <PreviewPicture picture={showsBefore ? (unmended ?? picture) : picture} />
        )}
      </div>
    </figure>
  )
}
