import styles from './DimensionLines.module.css'

/** What a drawing's dimension lines say. */
export interface Dimensions {
  readonly width: string
  readonly height: string
}

export interface DimensionLinesProps {
  readonly widthMm: number
  readonly heightMm: number
  readonly says: Dimensions
  /** How far the lines stand off the drawing. */
  readonly offMm: number
}

/** Width below, height to the right, as on a technical drawing; all in the drawing's mm. */
export function DimensionLines({ widthMm: w, heightMm: h, says, offMm }: DimensionLinesProps) {
  const unit = Math.max(w, h) / 100
  const tick = 1.6 * unit
  const [x, y] = [w + offMm, h + offMm]
  return (
    <g className={styles.lines} strokeWidth={0.35 * unit} fontSize={4.6 * unit}>
      <path d={`M0 ${y}H${w}M0 ${y - tick}v${2 * tick}M${w} ${y - tick}v${2 * tick}`} />
      <path d={`M${x} 0V${h}M${x - tick} 0h${2 * tick}M${x - tick} ${h}h${2 * tick}`} />
      <text className={styles.words} x={w / 2} y={y + 5.6 * unit}>
        {says.width}
      </text>
      <text
        className={styles.words}
        transform={`translate(${x + 5.4 * unit} ${h / 2}) rotate(90)`}
        y={-unit}
      >
        {says.height}
      </text>
    </g>
  )
}

/** The room that the lines and their words need around a drawing. */
export const dimensionSpaceMm = (widthMm: number, heightMm: number, offMm: number): number =>
  offMm + Math.max(widthMm, heightMm) * 0.075
