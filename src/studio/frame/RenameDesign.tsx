import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setTitle } from '#core/design/edits/product.ts'
import { limits } from '#core/limits.ts'
import { designAtom, editAtom } from '#src/state/editor.ts'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { TextField } from '#src/ui/TextField.tsx'

/** Asks for the design's name where the header has no room for it. */
export function RenameDesign({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('stage')
  const { title } = useAtomValue(designAtom)
  const edit = useSetAtom(editAtom)
  const [typed, setTyped] = useState(title)
  return (
    <FormDialog
      title={t('menu.rename')}
      closeLabel={t('close')}
      onClose={onClose}
      submitLabel={t('menu.renameDone')}
      onSubmit={() => {
        edit({ edit: (design) => setTitle(design, typed.trim()) })
        onClose()
      }}
    >
      <TextField
        label={t('title')}
        value={typed}
        onChange={setTyped}
        maxLength={limits.designTitleMax}
        placeholder={t('untitled')}
      />
    </FormDialog>
  )
}
