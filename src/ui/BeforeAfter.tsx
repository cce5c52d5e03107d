import { type CSSProperties, type ReactNode, useState } from 'react'
import styles from './BeforeAfter.module.css'
import { ArrowsHorizontalIcon } from './icons.ts'

export interface BeforeAfterProps {
  /** Names the slider: `Compare before and after`. */
  readonly label: string
  readonly beforeLabel: string
  readonly afterLabel: string
  /** Two pictures of the same size, each filling its box (`object-fit: contain`). */
  readonly before: ReactNode
  readonly after: ReactNode
  /** Share of the picture that shows "before", 0 to 1; starts at a half. */
  readonly value?: number
  readonly onChange?: (share: number) => void
  /** Width / height of the pictures. */
  readonly aspectRatio?: number
}

/** Two pictures, one over the other, and a line to pull between them; arrows pull it too. */
export function BeforeAfter(props: BeforeAfterProps) {
  const { label, beforeLabel, afterLabel, before, after, value, onChange, aspectRatio } = props
  const [own, setOwn] = useState(0.5)
  const share = value ?? own
  const pull = (next: number) => {
    setOwn(next)
    onChange?.(next)
  }
  const style = {
    '--split': `${share * 100}%`,
    ...(aspectRatio && { aspectRatio: String(aspectRatio) }),
  } as CSSProperties
  return (
    <div className={styles.frame} style={style} dir="ltr">
      <div className={styles.picture}>{after}</div>
      <div className={styles.before}>{before}</div>
      <span className={styles.beforeTag} data-shown={share > 0.12}>
        {beforeLabel}
      </span>
      <span className={styles.afterTag} data-shown={share < 0.88}>
        {afterLabel}
      </span>
      <span className={styles.line}>
        <span className={styles.knob}>
          <ArrowsHorizontalIcon />
        </span>
      </span>
      <input
        type="range"
        className={styles.range}
        aria-label={label}
        aria-valuetext={`${beforeLabel} ${Math.round(share * 100)} %`}
        min={0}
        max={100}
        step={1}
        value={Math.round(share * 100)}
        onChange={(event) => pull(event.target.valueAsNumber / 100)}
      />
    </div>
  )
}
