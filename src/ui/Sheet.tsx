import * as Radix from 'radix-ui/dialog'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { classNames } from './class-names.ts'
import { IconButton } from './IconButton.tsx'
import { XIcon } from './icons.ts'
import { useMediaQuery } from './media-query.ts'
import styles from './Sheet.module.css'
import { type SheetStop, useSheetDrag } from './sheet-drag.ts'

export interface SheetProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly closeLabel: string
  /** Names the drag handle, which also is a button that enlarges the sheet. */
  readonly handleLabel: string
  readonly children: ReactNode
  readonly footer?: ReactNode
  /** Beside the title. */
  readonly actions?: ReactNode
  /** From the bottom on phones, a panel at the end on wide screens, unless told. */
  readonly placement?: 'auto' | 'bottom' | 'side'
  /** Height of a bottom sheet until it is pulled up, in CSS; default 46svh. */
  readonly resting?: string
  /** Height that it can be pulled down to before it is dismissed, in CSS; none by default. */
  readonly lowest?: string
  /** Whether it is pulled down so far. */
  readonly low?: boolean
  readonly onLowChange?: (low: boolean) => void
  /** Whether what is in it wants the tall sheet; it may be pulled down all the same. */
  readonly roomy?: boolean
  /** False leaves what is behind it usable, as a stage that the panel works on. Default true. */
  readonly modal?: boolean
  /** Opens without moving focus into it. */
  readonly keepFocus?: boolean
}

/**
 * A panel that slides in. On a phone it is pulled up to be tall, down to be dismissed; the handle
 * does the same from the keyboard.
 */
export function Sheet(props: SheetProps) {
  const { open, onOpenChange, title, closeLabel, children, footer, actions } = props
  const { placement = 'auto', modal = true, resting = '46svh', roomy = false } = props
  const { lowest, low = false, onLowChange } = props
  const wide = useMediaQuery('(min-width: 48rem)')
  const bottom = placement === 'bottom' || (placement === 'auto' && !wide)
  const [tall, setTall] = useState(roomy)
  const [wasRoomy, setWasRoomy] = useState(roomy)
  if (wasRoomy !== roomy) {
    setWasRoomy(roomy)
    setTall(roomy)
  }
  const close = () => onOpenChange(false)
  const stop: SheetStop = tall ? 'tall' : low ? 'low' : 'resting'
  const setStop = (next: SheetStop) => {
    setTall(next === 'tall')
    onLowChange?.(next === 'low')
  }
  const drag = useSheetDrag({ stop, setStop, hasLow: lowest !== undefined, close })
  const style = {
    '--sheet-rest': stop === 'low' ? lowest : resting,
    '--sheet-drag': `${drag.offsetPx}px`,
  } as CSSProperties
  const content = (
    <Radix.Content
      className={classNames(
        styles.sheet,
        bottom ? styles.bottom : styles.side,
        bottom && tall && styles.tall,
        drag.dragging && styles.dragging,
      )}
      style={style}
      aria-describedby={undefined}
      {...(!modal && { onInteractOutside: (event) => event.preventDefault() })}
      {...(props.keepFocus && { onOpenAutoFocus: (event) => event.preventDefault() })}
    >
      <div className={styles.grip} {...(bottom ? drag.handlers : {})}>
        {bottom && (
          <button
            type="button"
            className={styles.handle}
            aria-label={props.handleLabel}
            aria-expanded={tall}
            onClick={() => setStop(stop === 'resting' ? 'tall' : 'resting')}
          />
        )}
        <div className={styles.head}>
          <Radix.Title className={styles.title}>{title}</Radix.Title>
          {actions}
          <Radix.Close asChild>
            <IconButton label={closeLabel} icon={<XIcon />} tooltip={false} />
          </Radix.Close>
        </div>
      </div>
      <div className={styles.body}>{children}</div>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </Radix.Content>
  )
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={modal}>
      <Radix.Portal>
        {modal && <Radix.Overlay className={styles.scrim} />}
        {content}
      </Radix.Portal>
    </Radix.Root>
  )
}
