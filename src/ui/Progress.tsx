import * as Radix from 'radix-ui/progress'
import { type CSSProperties, useId } from 'react'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'
import { XIcon } from './icons.ts'
import styles from './Progress.module.css'

/** A job that can be cancelled says how its button is called. */
export type ProgressCancel =
  | { readonly onCancel: () => void; readonly cancelLabel: string }
  | { readonly onCancel?: undefined; readonly cancelLabel?: undefined }

export type ProgressBarProps = ProgressCancel & {
  readonly label: string
  /** 0 to 1; null while it is not known how far it is. */
  readonly value: number | null
  /** What is being done now: `Downloading, 2.1 of 5 MB`; its line stands there before its words. */
  readonly detail?: string
  /** The percentage as the language writes it. */
  readonly formatted?: string
}

const shown = (value: number | null) => (value === null ? null : Math.round(value * 100))

/** How far a long job is, on a line like a colour bar filling up. */
export function ProgressBar({ label, value, detail, formatted, ...cancel }: ProgressBarProps) {
  const id = useId()
  const percent = shown(value)
  const fill = { '--share': (percent ?? 0) / 100 } as CSSProperties
  return (
    <div className={styles.bar}>
      <div className={styles.words}>
        <span className={styles.label} id={id}>
          {label}
        </span>
        <span className={styles.figure}>{formatted ?? (percent !== null && `${percent} %`)}</span>
      </div>
      <Radix.Root className={styles.track} value={percent} aria-labelledby={id}>
        <Radix.Indicator className={styles.fill} style={fill} />
      </Radix.Root>
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      {cancel.onCancel && (
        <Button variant="ghost" size="small" onClick={cancel.onCancel}>
          {cancel.cancelLabel}
        </Button>
      )}
    </div>
  )
}

export type ProgressRingProps = ProgressCancel & {
  readonly label: string
  readonly value: number | null
  readonly size?: number
}

const TURN = 2 * Math.PI * 20

/** The same as a ring, with its cancel in the middle. */
export function ProgressRing({ label, value, size = 48, ...cancel }: ProgressRingProps) {
  const percent = shown(value)
  return (
    <div className={styles.ring} style={{ inlineSize: size, blockSize: size }}>
      <Radix.Root className={styles.ringRoot} value={percent} aria-label={label}>
        <svg
          className={percent === null ? styles.turning : undefined}
          viewBox="0 0 48 48"
          aria-hidden="true"
        >
          <circle className={styles.ringTrack} cx="24" cy="24" r="20" />
          <circle
            className={styles.ringFill}
            cx="24"
            cy="24"
            r="20"
            strokeDasharray={TURN}
            strokeDashoffset={TURN * (1 - (percent ?? 25) / 100)}
          />
        </svg>
      </Radix.Root>
      <span className={styles.middle}>
        {cancel.onCancel ? (
          <IconButton
            label={cancel.cancelLabel}
            icon={<XIcon />}
            size="small"
            onClick={cancel.onCancel}
          />
        ) : (
          percent !== null && percent
        )}
      </span>
    </div>
  )
}
