import * as Radix from 'radix-ui/toast'
import { Button } from './Button.tsx'
import { classNames } from './class-names.ts'
import { IconButton } from './IconButton.tsx'
import { CheckCircleIcon, WarningCircleIcon, XIcon } from './icons.ts'
import styles from './Toaster.module.css'
import { dismissToast, type Toast, useToasts } from './toasts.ts'

export interface ToasterProps {
  /** Names the region; `{hotkey}` is replaced by the key that goes there. */
  readonly label: string
  readonly closeLabel: string
}

/** Where toasts appear; once in the app. */
export function Toaster({ label, closeLabel }: ToasterProps) {
  return (
    <Radix.Provider swipeDirection="down" label={label}>
      {useToasts().map((toast) => (
        <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} />
      ))}
      <Radix.Viewport className={styles.viewport} label={label} />
    </Radix.Provider>
  )
}

function ToastCard({ toast, closeLabel }: { toast: Toast; closeLabel: string }) {
  const urgent = toast.tone === 'danger' || toast.tone === 'warning'
  return (
    <Radix.Root
      className={classNames(styles.toast, styles[toast.tone])}
      duration={toast.durationMs}
      type={urgent ? 'foreground' : 'background'}
      onOpenChange={(open) => !open && dismissToast(toast.id)}
    >
      {toast.tone === 'good' && <CheckCircleIcon className={styles.icon} weight="fill" />}
      {urgent && <WarningCircleIcon className={styles.icon} weight="fill" />}
      <Radix.Description className={styles.text}>{toast.text}</Radix.Description>
      {toast.action && (
        <Radix.Action asChild altText={toast.action.label}>
          <Button
            variant="ghost"
            size="small"
            className={styles.action}
            onClick={toast.action.perform}
          >
            {toast.action.label}
          </Button>
        </Radix.Action>
      )}
      <Radix.Close asChild>
        <IconButton
          label={closeLabel}
          icon={<XIcon />}
          size="small"
          tooltip={false}
          className={styles.close}
        />
      </Radix.Close>
    </Radix.Root>
  )
}
