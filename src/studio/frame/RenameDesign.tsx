import { useAtomValue, useSetAtom } from 'jotai'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setTitle } from '#core/design/edits/product.ts'
import { designAtom, editAtom } from '#src/state/editor.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { TextField } from '#src/ui/TextField.tsx'

const FORM_ID = 'rename-design'
const TITLE_MAX = 120

interface RenameProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Asks for the design's name where the header has no room for it. */
export function RenameDesign({ open, onOpenChange }: RenameProps) {
  const { t } = useTranslation('stage')
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('menu.rename')}
      closeLabel={t('close')}
      size="small"
      footer={
        <Button variant="primary" type="submit" form={FORM_ID}>
          {t('menu.renameDone')}
        </Button>
      }
    >
      <TitleForm finish={() => onOpenChange(false)} />
    </Dialog>
  )
}

function TitleForm({ finish }: { finish: () => void }) {
  const { t } = useTranslation('stage')
  const { title } = useAtomValue(designAtom)
  const edit = useSetAtom(editAtom)
  const [typed, setTyped] = useState(title)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    edit({ edit: (design) => setTitle(design, typed.trim()) })
    finish()
  }
  return (
    <form id={FORM_ID} onSubmit={submit}>
      <TextField
        label={t('title')}
        value={typed}
        onChange={setTyped}
        maxLength={TITLE_MAX}
        placeholder={t('untitled')}
      />
    </form>
  )
}
