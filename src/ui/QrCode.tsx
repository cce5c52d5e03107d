import { encode } from 'uqr'
import styles from './QrCode.module.css'

/** Modules of white about a code (ISO/IEC 18004). */
const QUIET = 4

/** A text as a QR code: black on white in any theme, for that is what readers look for. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  const path = data.map((row, y) => row.map((dark, x) => (dark ? squareAt(x, y) : '')).join(''))
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

const squareAt = (x: number, y: number): string => `M${x} ${y}h1v1h-1z`
