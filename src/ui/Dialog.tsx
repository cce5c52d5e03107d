import * as Radix from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './Dialog.module.css'
import { useFocusReturn } from './focus-return.ts'
import { IconButton } from './IconButton.tsx'
import { XIcon } from './icons.ts'

export interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly description?: string | undefined
  readonly closeLabel: string
  readonly children?: ReactNode
  /** Buttons, the main one last. */
  readonly footer?: ReactNode
  readonly size?: 'small' | 'medium' | 'large'
}

/** A sheet of paper over everything else; holds focus until it is closed. */
export const Dialog = ({ open, onOpenChange, ...paper }: DialogProps) => (
  <Radix.Root open={open} onOpenChange={onOpenChange}>
    <Radix.Portal>
      <Radix.Overlay className={styles.scrim}>
        <Paper {...paper} />
      </Radix.Overlay>
    </Radix.Portal>
  </Radix.Root>
)

function Paper(props: Omit<DialogProps, 'open' | 'onOpenChange'>) {
  const { title, description, closeLabel, children, footer, size = 'medium' } = props
  const giveBackFocus = useFocusReturn()
  return (
    <Radix.Content
      className={classNames(styles.dialog, styles[size])}
      {...(description === undefined && { 'aria-describedby': undefined })}
      onOpenAutoFocus={focusFirstField}
      onCloseAutoFocus={giveBackFocus}
    >
      <header className={styles.head}>
        <Radix.Title className={styles.title}>{title}</Radix.Title>
        <Radix.Close asChild>
          <IconButton label={closeLabel} icon={<XIcon />} tooltip={false} />
        </Radix.Close>
      </header>
      <div className={styles.body}>
        {description && (
          <Radix.Description className={styles.description}>{description}</Radix.Description>
        )}
        {children}
      </div>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </Radix.Content>
  )
}

/**
 * Typing begins in the first field of what a dialog asks for. A field that asks for the focus itself loses it again
 * where its dialog lies over another one, which still holds the focus then.
 */
function focusFirstField(event: Event): void {
  if (!(event.target instanceof HTMLElement)) return
  const field = event.target.querySelector<HTMLElement>('[data-asks] input:not([tabindex="-1"])')
  if (field === null) return
  event.preventDefault()
  field.focus()
}
