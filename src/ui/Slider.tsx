import * as Radix from 'radix-ui/slider'
import { type CSSProperties, type PointerEvent, useEffect, useId, useRef } from 'react'
import { classNames } from './class-names.ts'
import { movesSlider, useKeyRun } from './key-run.ts'
import styles from './Slider.module.css'

/** What moves it: a pointer, which lets go of it, or keys. */
export type SliderMove = 'pointer' | 'keys'

export interface SliderProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step?: number
  /** While it moves; what keys set stands at once. */
  readonly onChange: (value: number, by: SliderMove) => void
  /** When it is let go; by keys, once a run of them has ended. */
  readonly onCommit?: (value: number, by: SliderMove) => void
  /** The value in words: `12 mm`, `60 %`. */
  readonly format?: (value: number) => string
  /** Where the filled part begins; default min. 0 for -100..100. */
  readonly origin?: number
  /** A double click, a long press or Delete on the thumb goes back to it. */
  readonly resetValue?: number
  readonly hideLabel?: boolean
  /** It moves something across the screen, whose sides are the same in every language. */
  readonly movesAcross?: boolean
  readonly disabled?: boolean
}

/** A value on a scale: arrows step, Page keys leap, Home and End go to the ends; mirrored in rtl, but for what moves across the screen. */
export function Slider(props: SliderProps) {
  const { label, value, min, max, step = 1, origin = min, hideLabel, disabled } = props
  const { onChange, onCommit, resetValue, format = String } = props
  const id = useId()
  const share = (at: number) => ((at - min) / (max - min)) * 100
  const fill: CSSProperties = {
    insetInlineStart: `${Math.min(share(value), share(origin))}%`,
    inlineSize: `${Math.abs(share(value) - share(origin))}%`,
  }
  const reset = () => {
    if (resetValue === undefined) return
    onChange(resetValue, 'pointer')
    onCommit?.(resetValue, 'pointer')
  }
  const press = useLongPress(reset)
  const keys = useKeyRun((last) => onCommit?.(last, 'keys'))
  // A key's step ends by itself, and Radix would say that it has ended before it says where to.
  const byKey = useRef(false)
  return (
    <div className={classNames(styles.root, disabled && styles.disabled)} data-slider="">
      <div className={hideLabel ? styles.hiddenHead : styles.head}>
        <span id={id}>{label}</span>
        <output className={styles.value}>{format(value)}</output>
      </div>
      <Radix.Root
        className={styles.slider}
        {...(props.movesAcross && { dir: 'ltr' })}
        value={[value]}
        min={min}
        max={max}
        step={step}
        disabled={disabled ?? false}
        onKeyDownCapture={(event) => {
          byKey.current = true
          if (!movesSlider(event)) keys.end()
        }}
        onPointerDownCapture={() => {
          byKey.current = false
          keys.end()
        }}
        onBlur={keys.end}
        onValueChange={([next]) => {
          if (next === undefined) return
          onChange(next, byKey.current ? 'keys' : 'pointer')
          if (byKey.current) keys.moved(next)
        }}
        onValueCommit={([next]) =>
          next !== undefined && !byKey.current && onCommit?.(next, 'pointer')
        }
      >
        <Radix.Track className={styles.track}>
          <span className={styles.fill} style={fill} />
        </Radix.Track>
        <Radix.Thumb
          className={styles.thumb}
          aria-labelledby={id}
          aria-valuetext={format(value)}
          onDoubleClick={reset}
          onKeyDown={(event) => {
            if (event.key === 'Delete' || event.key === 'Backspace') reset()
          }}
          {...press}
        >
          <span className={styles.bubble} aria-hidden="true">
            {format(value)}
          </span>
        </Radix.Thumb>
      </Radix.Root>
    </div>
  )
}

const LONG_PRESS_MS = 650
/** A thumb of flesh is never quite still. */
const STILL_PX = 4

/** What a finger that rests on something does. */
function useLongPress(perform: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const from = useRef({ x: 0, y: 0 })
  const stop = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    onPointerDown: (event: PointerEvent) => {
      from.current = { x: event.clientX, y: event.clientY }
      stop()
      timer.current = setTimeout(perform, LONG_PRESS_MS)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - from.current.x, clientY - from.current.y) > STILL_PX) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
  }
}
