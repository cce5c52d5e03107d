import { useAtomValue, useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { studioPath } from '#src/app/addresses.ts'
import { useFaultToast } from '#src/app/fault-toast.ts'
import { draftsAtom, importDraftAtom } from '#src/state/drafts.ts'
import { Button } from '#src/ui/Button.tsx'
import { FolderOpenIcon } from '#src/ui/icons.ts'
import { DraftCard } from './DraftCard.tsx'
import styles from './Drafts.module.css'

/** The drafts of this device, the latest first, and the way in for a design file. */
export default function Drafts() {
  const { t } = useTranslation('shop')
  const drafts = useAtomValue(draftsAtom)
  if (drafts === null) return null
  if (drafts.length === 0) {
    return (
      <section className={styles.empty}>
        <p>{t('drafts.importText')}</p>
        <ImportButton />
      </section>
    )
  }
  return (
    <section className={styles.shelf} aria-labelledby="drafts-title">
      <header className={styles.head}>
        <h2 className={styles.title} id="drafts-title">
          {t('drafts.title')}
        </h2>
        <ImportButton />
      </header>
      <ul role="list" className={styles.list}>
        {drafts.map((draft) => (
          <li key={draft.id}>
            <DraftCard draft={draft} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ImportButton() {
  const { t } = useTranslation('shop')
  const input = useRef<HTMLInputElement>(null)
  const [reading, setReading] = useState(false)
  const importDraft = useSetAtom(importDraftAtom)
  const navigate = useNavigate()
  const tell = useFaultToast()
  const take = async (file: File) => {
    setReading(true)
    const draft = await importDraft(file)
    setReading(false)
    if (draft.ok) await navigate(studioPath(draft.value))
    else tell(draft.fault)
  }
  return (
    <>
      <Button
        variant="ghost"
        icon={<FolderOpenIcon />}
        loading={reading}
        onClick={() => input.current?.click()}
      >
        {t('drafts.import')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void take(file)
        }}
      />
    </>
  )
}
