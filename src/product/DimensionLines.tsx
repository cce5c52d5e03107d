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

/** Of a drawing's longer side, its room for words included: 12 px on a phone. */
const WORDS_SHARE = 0.046
/** The room of a line of words, by its letters' size. */
const LINE = 1.4

/** Width below, height to the right, as on a technical drawing; all in the drawing's mm. */
export function DimensionLines({ widthMm: w, heightMm: h, says, offMm }: DimensionLinesProps) {
  const unit = Math.max(w, h) / 100
  const tick = 1.6 * unit
  const letters = (dimensionSpaceMm(w, h, offMm) - offMm) / LINE
  const [x, y] = [w + offMm, h + offMm]
  return (
    <g className={styles.lines} strokeWidth={0.35 * unit} fontSize={letters}>
      <path d={`M0 ${y}H${w}M0 ${y - tick}v${2 * tick}M${w} ${y - tick}v${2 * tick}`} />
      <path d={`M${x} 0V${h}M${x - tick} 0h${2 * tick}M${x - tick} ${h}h${2 * tick}`} />
      <text className={styles.words} x={w / 2} y={y + 1.15 * letters}>
        {says.width}
      </text>
      <text
        className={styles.words}
        transform={`translate(${x} ${h / 2}) rotate(90)`}
        y={-0.45 * letters}
      >
        {says.height}
      </text>
    </g>
  )
}

/** The room that the lines and their words need around a drawing. */
export function dimensionSpaceMm(widthMm: number, heightMm: number, offMm: number): number {
  const share = WORDS_SHARE * LINE
  // The words grow with the drawing that their own room makes larger.
  return offMm + (share * (Math.max(widthMm, heightMm) + 2 * offMm)) / (1 - 2 * share)
}
