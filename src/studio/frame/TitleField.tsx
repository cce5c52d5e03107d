import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setTitle } from '#core/design/edits/product.ts'
import { limits } from '#core/limits.ts'
import { designAtom, editAtom } from '#src/state/editor.ts'
import styles from './TitleField.module.css'

/** The design's name, written in place; Escape leaves it as it was. */
export function TitleField() {
  const { t } = useTranslation('stage')
  const { title } = useAtomValue(designAtom)
  const edit = useSetAtom(editAtom)
  const [typed, setTyped] = useState<string | null>(null)
  const finish = () => {
    if (typed !== null) edit({ edit: (design) => setTitle(design, typed.trim()) })
    setTyped(null)
  }
  return (
    <input
      className={styles.title}
      aria-label={t('title')}
      placeholder={t('untitled')}
      maxLength={limits.designTitleMax}
      value={typed ?? title}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped(null)
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
}
