import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { TextField } from '#src/ui/TextField.tsx'

interface Asked {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
}

const FORM_ID = 'rename-draft'
const TITLE_MAX = 120

/** Asks for a draft's new name. */
export function RenameDialog(props: Asked & { readonly onRename: (title: string) => void }) {
  const { open, onOpenChange } = props
  const { t } = useTranslation('shop')
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('drafts.rename')}
      closeLabel={t('app.close')}
      size="small"
      footer={
        <>
          <Button variant="ghost" onClick={() => onOpenChange(false)}>
            {t('drafts.cancel')}
          </Button>
          <Button variant="primary" type="submit" form={FORM_ID}>
            {t('drafts.save')}
          </Button>
        </>
      }
    >
      <RenameForm {...props} />
    </Dialog>
  )
}

function RenameForm(props: Asked & { readonly onRename: (title: string) => void }) {
  const { t } = useTranslation('shop')
  const [title, setTitle] = useState(props.title)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    props.onRename(title.trim())
    props.onOpenChange(false)
  }
  return (
    <form id={FORM_ID} onSubmit={submit}>
      <TextField
        label={t('drafts.newName')}
        value={title}
        onChange={setTitle}
        maxLength={TITLE_MAX}
        autoComplete="off"
        placeholder={t('drafts.untitled')}
      />
    </form>
  )
}

/** Asks before a draft is gone. */
export function DeleteDialog(props: Asked & { readonly onDelete: () => void }) {
  const { t } = useTranslation('shop')
  return (
    <ConfirmDialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={t('drafts.deleteTitle')}
      description={t('drafts.deleteText', { title: props.title })}
      confirmLabel={t('drafts.delete')}
      cancelLabel={t('drafts.keep')}
      onConfirm={props.onDelete}
      danger
    />
  )
}
