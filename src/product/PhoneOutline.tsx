import type { PhoneModel } from '#core/catalogue/phone-model.ts'
import styles from './PhoneOutline.module.css'

/** The line drawing of a phone's back; all at one scale, so that a large phone looks large. */
export const PhoneOutline = ({ model }: { model: PhoneModel }) => (
  <svg
    className={styles.outline}
    viewBox={`${(model.widthMm - 84) / 2} ${(model.heightMm - 170) / 2} 84 170`}
    aria-hidden="true"
  >
    <rect
      className={styles.body}
      width={model.widthMm}
      height={model.heightMm}
      rx={model.cornerRadiusMm}
    />
    {model.cameras.map((camera) => (
      <rect
        key={`${camera.xMm}/${camera.yMm}`}
        className={styles.camera}
        x={camera.xMm}
        y={camera.yMm}
        width={camera.widthMm}
        height={camera.heightMm}
        rx={camera.cornerRadiusMm}
      />
    ))}
  </svg>
)
