import * as Radix from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import styles from './FullScreen.module.css'
import { IconButton } from './IconButton.tsx'
import { XIcon } from './icons.ts'

export interface FullScreenProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly closeLabel: string
  readonly children: ReactNode
  /** What gets the focus when it closes, where the button that opened it is gone by then. */
  readonly returnFocus?: () => HTMLElement | null
}

/** A dialog that takes the whole window; Escape and its button lead back. */
export const FullScreen = ({
  open,
  onOpenChange,
  title,
  closeLabel,
  children,
  returnFocus,
}: FullScreenProps) => (
  <Radix.Root open={open} onOpenChange={onOpenChange}>
    <Radix.Portal>
      <Radix.Content
        className={styles.screen}
        aria-describedby={undefined}
        onCloseAutoFocus={(event) => {
          const target = returnFocus?.() ?? null
          if (target === null) return
          event.preventDefault()
          target.focus()
        }}
      >
        <header className={styles.head}>
          <Radix.Title className={styles.title}>{title}</Radix.Title>
          <Radix.Close asChild>
            <IconButton label={closeLabel} icon={<XIcon />} tooltip={false} />
          </Radix.Close>
        </header>
        <div className={styles.body}>{children}</div>
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
