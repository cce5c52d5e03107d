import type { CSSProperties } from 'react'
import styles from './Skeleton.module.css'

/** The place of something that is on its way. */
export const Skeleton = ({ style }: { style?: CSSProperties }) => (
  <span className={styles.skeleton} style={style} aria-hidden="true" />
)
