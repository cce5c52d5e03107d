import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFormats } from '#src/i18n/formats.ts'
import { studioPath } from '#src/shell/addresses.ts'
import type { DraftSummary } from '#src/state/drafts.ts'
import { DropdownMenu } from '#src/ui/DropdownMenu.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import {
  CopyIcon,
  DotsThreeIcon,
  ImageSquareIcon,
  PencilSimpleIcon,
  TrashIcon,
} from '#src/ui/icons.ts'
import styles from './DraftCard.module.css'
import { DeleteDialog, RenameDialog } from './draft-dialogs.tsx'
import { useBlobUrl } from './use-blob-url.ts'
import { useDraftEdits } from './use-draft-edits.ts'

/** A draft: its picture opens it, its menu renames, duplicates and deletes it. */
export function DraftCard({ draft }: { draft: DraftSummary }) {
  const { t } = useTranslation('shop')
  const { ago, date } = useFormats()
  const picture = useBlobUrl(draft.thumbnail)
  const [asked, setAsked] = useState<Asked | null>(null)
  const edits = useDraftEdits(draft.id)
  const title = draft.title || t('drafts.untitled')
  const close = () => setAsked(null)
  return (
    <article className={styles.card}>
      <Link
        className={styles.picture}
        to={studioPath(draft.id)}
        aria-label={t('drafts.open', { title })}
      >
        {picture ? <img src={picture} alt="" /> : <ImageSquareIcon />}
      </Link>
      <div className={styles.foot}>
        <div className={styles.words}>
          <h3 className={styles.title}>{title}</h3>
          <time
            className={styles.time}
            dateTime={new Date(draft.updatedAtMs).toISOString()}
            title={date(draft.updatedAtMs)}
          >
            {t('drafts.edited', { when: ago(draft.updatedAtMs) })}
          </time>
        </div>
        <DraftMenu title={title} onAsk={setAsked} onDuplicate={edits.duplicate} />
      </div>
      {asked === 'rename' && (
        <RenameDialog title={draft.title} onClose={close} onRename={edits.rename} />
      )}
      {asked === 'delete' && (
        <DeleteDialog
          title={title}
          onClose={close}
          onDelete={() => edits.remove(t('drafts.deleted', { title }))}
        />
      )}
    </article>
  )
}

type Asked = 'rename' | 'delete'

interface DraftMenuProps {
  readonly title: string
  readonly onAsk: (what: Asked) => void
  readonly onDuplicate: (title: string) => void
}

function DraftMenu({ title, onAsk, onDuplicate }: DraftMenuProps) {
  const { t } = useTranslation('shop')
  return (
    <DropdownMenu
      trigger={
        <IconButton label={t('drafts.menu', { title })} icon={<DotsThreeIcon />} tooltip={false} />
      }
      items={[
        {
          id: 'rename',
          label: t('drafts.rename'),
          icon: <PencilSimpleIcon />,
          onSelect: () => onAsk('rename'),
        },
        {
          id: 'duplicate',
          label: t('drafts.duplicate'),
          icon: <CopyIcon />,
          onSelect: () => onDuplicate(t('drafts.copyOf', { title }).slice(0, 120)),
        },
        { kind: 'separator', id: 'line' },
        {
          id: 'delete',
          label: t('drafts.delete'),
          icon: <TrashIcon />,
          danger: true,
          onSelect: () => onAsk('delete'),
        },
      ]}
    />
  )
}
