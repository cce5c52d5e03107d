import { useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { openFileAtom } from '#src/product/open-product.ts'
import { studioPath } from '#src/shell/addresses.ts'
import { useFaultToast } from '#src/shell/fault-toast.ts'
import { Button } from '#src/ui/Button.tsx'
import { FolderOpenIcon } from '#src/ui/icons.ts'
import styles from './Drafts.module.css'

/** The way in for a design file, where there are no drafts. */
export function ImportRow() {
  const { t } = useTranslation('shop')
  return (
    <section className={styles.empty}>
      <p>{t('drafts.importText')}</p>
      <ImportButton />
    </section>
  )
}

/** Chooses a design file; what reads it is fetched then. */
export function ImportButton() {
  const { t } = useTranslation('shop')
  const input = useRef<HTMLInputElement>(null)
  const [reading, setReading] = useState(false)
  const takeIn = useSetAtom(openFileAtom)
  const navigate = useNavigate()
  const tell = useFaultToast()
  const take = async (file: File) => {
    setReading(true)
    const draft = await takeIn(file)
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
