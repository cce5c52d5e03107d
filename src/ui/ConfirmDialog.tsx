import * as Radix from 'radix-ui/alert-dialog'
import { Button } from './Button.tsx'
import { classNames } from './class-names.ts'
import styles from './Dialog.module.css'
import { useFocusReturn } from './focus-return.ts'

export interface ConfirmDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly description: string
  readonly confirmLabel: string
  readonly cancelLabel: string
  readonly onConfirm: () => void
  /** What is confirmed takes something away. */
  readonly danger?: boolean
}

/** A question that must be answered; cancelling is what Escape and first focus mean. */
export const ConfirmDialog = ({ open, onOpenChange, ...question }: ConfirmDialogProps) => (
  <Radix.Root open={open} onOpenChange={onOpenChange}>
    <Radix.Portal>
      <Radix.Overlay className={styles.scrim}>
        <Question {...question} />
      </Radix.Overlay>
    </Radix.Portal>
  </Radix.Root>
)

function Question(props: Omit<ConfirmDialogProps, 'open' | 'onOpenChange'>) {
  const giveBackFocus = useFocusReturn()
  return (
    <Radix.Content
      className={classNames(styles.dialog, styles.small)}
      onCloseAutoFocus={giveBackFocus}
    >
      <header className={styles.head}>
        <Radix.Title className={styles.title}>{props.title}</Radix.Title>
      </header>
      <div className={styles.body}>
        <Radix.Description className={styles.description}>{props.description}</Radix.Description>
      </div>
      <footer className={styles.footer}>
        <Radix.Cancel asChild>
          <Button variant="ghost">{props.cancelLabel}</Button>
        </Radix.Cancel>
        <Radix.Action asChild>
          <Button variant={props.danger ? 'danger' : 'primary'} onClick={props.onConfirm}>
            {props.confirmLabel}
          </Button>
        </Radix.Action>
      </footer>
    </Radix.Content>
  )
}
