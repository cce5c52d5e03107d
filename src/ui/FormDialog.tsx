import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './Button.tsx'
import styles from './Dialog.module.css'
import { Dialog } from './Dialog.tsx'

export interface FormDialogProps {
  readonly title: string
  readonly description?: string | undefined
  readonly closeLabel: string
  readonly onClose: () => void
  readonly submitLabel: string
  readonly onSubmit: () => void
  readonly busy?: boolean
  /** What is sent takes something away. */
  readonly danger?: boolean
  /** The fields; they say themselves what is wrong with them. */
  readonly children: ReactNode
}

/** A dialog that asks for something: a few fields and the button that sends them, also by Enter. */
export function FormDialog({
  title,
  description,
  closeLabel,
  onClose,
  submitLabel,
  onSubmit,
  busy = false,
  danger = false,
  children,
}: FormDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  // What was sent may come back as wrong.
  useEffect(() => {
    if (!busy && form.current) focusFirstFault(form.current)
  }, [busy])
  return (
    <Dialog
      open
      onOpenChange={onClose}
      closeLabel={closeLabel}
      size="small"
      {...{ title, description }}
    >
      <form
        ref={form}
        className={styles.form}
        noValidate
        data-asks
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
          focusFirstFault(event.currentTarget)
        }}
      >
        {children}
        <Button type="submit" variant={danger ? 'danger' : 'primary'} stretch loading={busy}>
          {submitLabel}
        </Button>
      </form>
    </Dialog>
  )
}

/** The keyboard goes to what has to be typed anew, once what is wrong with it stands there. */
function focusFirstFault(form: HTMLElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
