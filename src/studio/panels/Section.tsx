import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

interface SectionProps {
  readonly title: string
  /** At the end of the title's line. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A part of a panel under its own small title. */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 className={styles.heading}>
        <span id={id}>{title}</span>
        {aside}
      </h3>
      {children}
    </section>
  )
}
