import * as Radix from 'radix-ui/alert-dialog'
import { Button } from './Button.tsx'
import { classNames } from './class-names.ts'
import styles from './Dialog.module.css'

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
export const ConfirmDialog = (props: ConfirmDialogProps) => (
  <Radix.Root open={props.open} onOpenChange={props.onOpenChange}>
    <Radix.Portal>
      <Radix.Overlay className={styles.scrim}>
        <Radix.Content className={classNames(styles.dialog, styles.small)}>
          <header className={styles.head}>
            <Radix.Title className={styles.title}>{props.title}</Radix.Title>
          </header>
          <div className={styles.body}>
            <Radix.Description className={styles.description}>
              {props.description}
            </Radix.Description>
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
      </Radix.Overlay>
    </Radix.Portal>
  </Radix.Root>
)
