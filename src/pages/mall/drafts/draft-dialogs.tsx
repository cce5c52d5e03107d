import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { TextField } from '#src/ui/TextField.tsx'

interface Asked {
  readonly onClose: () => void
  readonly title: string
}

/** Asks for a draft's new name. */
export function RenameDialog({
  title,
  onClose,
  onRename,
}: Asked & { readonly onRename: (title: string) => void }) {
  const { t } = useTranslation('shop')
  const [typed, setTyped] = useState(title)
  return (
    <FormDialog
      title={t('drafts.rename')}
      closeLabel={t('app.close')}
      onClose={onClose}
      submitLabel={t('drafts.save')}
      onSubmit={() => {
        onRename(typed.trim())
        onClose()
      }}
    >
      <TextField
        label={t('drafts.newName')}
        value={typed}
        onChange={setTyped}
        maxLength={limits.designTitleMax}
        autoComplete="off"
        placeholder={t('drafts.untitled')}
      />
    </FormDialog>
  )
}

/** Asks before a draft is gone. */
export function DeleteDialog(props: Asked & { readonly onDelete: () => void }) {
  const { t } = useTranslation('shop')
  return (
    <ConfirmDialog
      open
      onOpenChange={props.onClose}
      title={t('drafts.deleteTitle')}
      description={t('drafts.deleteText', { title: props.title })}
      confirmLabel={t('drafts.delete')}
      cancelLabel={t('drafts.keep')}
      onConfirm={props.onDelete}
      danger
    />
  )
}
