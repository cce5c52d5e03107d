import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Button, type ButtonSize } from './Button.tsx'

export interface HoldButtonProps {
  readonly on: boolean
  readonly onChange: (on: boolean) => void
  readonly icon: ReactNode
  readonly children: ReactNode
  readonly size?: ButtonSize
  readonly className?: string | undefined
  readonly disabled?: boolean
  /** False where it is on only for as long as it is held. Default true. */
  readonly stays?: boolean
}

/** Held for longer, it goes off when it is let go; pressed for less, it stays as it is then. */
const HELD_MS = 350

const isPress = (key: string): boolean => key === ' ' || key === 'Enter'

/** A toggle that is on for as long as it is held, or from one press to the next. */
export function HoldButton({ on, onChange, stays = true, ...look }: HoldButtonProps) {
  const pressed = useRef<{ readonly atMs: number; readonly wasOn: boolean } | null>(null)
  const press = () => {
    pressed.current = { atMs: performance.now(), wasOn: on }
    onChange(true)
  }
  const letGo = (meant: boolean) => {
    const press = pressed.current
    if (press === null) return
    pressed.current = null
    const isTap = stays && meant && performance.now() - press.atMs < HELD_MS
    if (press.wasOn || !isTap) onChange(false)
  }
  const onKey = (event: KeyboardEvent, act: () => void) => {
    if (!isPress(event.key)) return
    // The click that a key makes would come after it.
    event.preventDefault()
    if (!event.repeat) act()
  }
  return (
    <Button
      {...look}
      aria-pressed={on}
      onPointerDown={press}
      onPointerUp={() => letGo(true)}
      onPointerLeave={() => letGo(false)}
      onPointerCancel={() => letGo(false)}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => onKey(event, press)}
      onKeyUp={(event) => onKey(event, () => letGo(true))}
      onBlur={() => letGo(false)}
      // What a screen reader presses has neither pointer nor key.
      onClick={(event) => stays && event.detail === 0 && pressed.current === null && onChange(!on)}
    />
  )
}
