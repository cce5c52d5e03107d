import type { KeyboardEvent, PointerEvent } from 'react'
import styles from './ColourPicker.module.css'
import { type Hsv, hexFromHsv } from './colour-space.ts'

export interface ColourAreaLabels {
  /** The area of saturation and brightness. */
  readonly area: string
  readonly saturation: string
  readonly brightness: string
  readonly hue: string
}

interface ColourAreaProps {
  readonly labels: ColourAreaLabels
  readonly hsv: Hsv
  readonly onChange: (hsv: Hsv) => void
  readonly onCommit: () => void
}

const within = (share: number) => Math.min(1, Math.max(0, share))
const percent = (share: number) => `${Math.round(share * 100)} %`

/** Saturation from left to right, brightness from bottom to top; arrows step one percent. */
export function ColourArea({ labels, hsv, onChange, onCommit }: ColourAreaProps) {
  const place = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const saturation = within((event.clientX - box.left) / box.width)
    const value = within(1 - (event.clientY - box.top) / box.height)
    onChange({ ...hsv, saturation, value })
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    place(event)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) place(event)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.shiftKey ? 0.1 : 0.01
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    const saturation = within(hsv.saturation + move[0] * step)
    const value = within(hsv.value + move[1] * step)
    onChange({ ...hsv, saturation, value })
  }
  const hueColour = hexFromHsv({ hue: hsv.hue, saturation: 1, value: 1 })
  return (
    <div
      role="slider"
      tabIndex={0}
      dir="ltr"
      className={styles.area}
      style={{ backgroundColor: hueColour }}
      aria-label={labels.area}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(hsv.saturation * 100)}
      aria-valuetext={`${labels.saturation} ${percent(hsv.saturation)}, ${labels.brightness} ${percent(hsv.value)}`}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onCommit}
      onKeyDown={onKeyDown}
      onKeyUp={onCommit}
    >
      <span
        className={styles.cursor}
        style={{
          insetInlineStart: percent(hsv.saturation).replace(' ', ''),
          insetBlockEnd: percent(hsv.value).replace(' ', ''),
          backgroundColor: hexFromHsv(hsv),
        }}
      />
    </div>
  )
}

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}
