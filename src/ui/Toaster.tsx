import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { classNames } from './class-names.ts'
import { IconButton } from './IconButton.tsx'
import { XIcon } from './icons.ts'
import styles from './Toaster.module.css'
import { dismissToast, type Toast, useToasts } from './toasts.ts'

export interface ToasterProps {
  /** Names the region. */
  readonly label: string
  readonly closeLabel: string
}

/** A pull further than this takes a toast away. */
const SWIPE_PX = 40

/**
 * Where toasts appear; once in the app. What they say is read aloud without taking the focus: the
 * live regions stand there before their first words, or some screen readers miss them.
 */
export function Toaster({ label, closeLabel }: ToasterProps) {
  const toasts = useToasts()
  const urgent = (toast: Toast) => toast.tone === 'danger' || toast.tone === 'warning'
  const cards = (shown: readonly Toast[]) =>
    shown.map((toast) => <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} />)
  return (
    <section className={styles.viewport} aria-label={label}>
      <div role="status" className={styles.live}>
        {cards(toasts.filter((toast) => !urgent(toast)))}
      </div>
      <div role="alert" className={styles.live}>
        {cards(toasts.filter(urgent))}
      </div>
    </section>
  )
}

function ToastCard({ toast, closeLabel }: { toast: Toast; closeLabel: string }) {
  const [held, setHeld] = useState(false)
  const { id, durationMs } = toast
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new toast of the same id begins anew
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissToast(id), durationMs)
    return () => clearTimeout(timer)
  }, [held, id, durationMs, toast])
  const swipe = useSwipe(() => dismissToast(id))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: holding and swiping only spare a button
    <div
      className={classNames(styles.toast, styles[toast.tone])}
      style={{ translate: `0 ${swipe.offsetPx}px` }}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      {...swipe.handlers}
    >
      <span className={styles.stamp} aria-hidden="true" />
      <p className={styles.text}>{toast.text}</p>
      {toast.action && <ToastAction toast={toast} action={toast.action} />}
      <IconButton
        label={closeLabel}
        icon={<XIcon />}
        size="small"
        tooltip={false}
        className={styles.close}
        onClick={() => dismissToast(id)}
      />
    </div>
  )
}

function ToastAction(props: { toast: Toast; action: NonNullable<Toast['action']> }) {
  const { toast, action } = props
  const perform = () => {
    dismissToast(toast.id)
    action.perform()
  }
  return (
    <Button variant="ghost" size="small" className={styles.action} onClick={perform}>
      {action.label}
    </Button>
  )
}

function useSwipe(away: () => void) {
  const startY = useRef<number | null>(null)
  const [offsetPx, setOffsetPx] = useState(0)
  const end = () => {
    if (offsetPx > SWIPE_PX) away()
    startY.current = null
    setOffsetPx(0)
  }
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      startY.current = event.clientY
    },
    onPointerMove: (event: PointerEvent) => {
      if (startY.current !== null) setOffsetPx(Math.max(0, event.clientY - startY.current))
    },
    onPointerUp: end,
    onPointerLeave: end,
    onPointerCancel: end,
  }
  return { handlers, offsetPx }
}
