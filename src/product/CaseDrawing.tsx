import { type ReactNode, useId } from 'react'
import type { Geometry, Hole } from '#core/design/document.ts'
import styles from './CaseDrawing.module.css'
import { lensesOf } from './camera-lenses.ts'
import { DimensionLines, type Dimensions, dimensionSpaceMm } from './DimensionLines.tsx'

export interface CaseDrawingProps {
  readonly geometry: Geometry
  readonly colour: string
  readonly gloss: number
  readonly clear: boolean
  readonly grain: 'none' | 'fine' | 'leather'
  /** What is printed on it, drawn in a box of 200 x 400. */
  readonly print?: ReactNode
  readonly label?: string
  readonly dimensions?: Dimensions
}

/** How far the case's wall stands out from the printed panel. */
const WALL_MM = 2.2
const MARGIN_MM = 5
const DIMENSION_OFF_MM = 7

/** A case as its back is seen, at scale: wall, printed panel, camera opening, light. */
export function CaseDrawing(props: CaseDrawingProps) {
  const { geometry, colour, gloss, clear, grain, print, label } = props
  const id = useId()
  const { widthMm, heightMm, cornerRadiusMm } = geometry
  const { dimensions } = props
  const room = dimensions ? dimensionSpaceMm(widthMm, heightMm, DIMENSION_OFF_MM) : MARGIN_MM
  const view = `${-room} ${-MARGIN_MM} ${widthMm + 2 * room} ${heightMm + MARGIN_MM + room}`
  const scale = Math.max(widthMm / 200, heightMm / 400)
  const panel = { width: widthMm, height: heightMm, rx: cornerRadiusMm }
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: labelled where it says something, hidden elsewhere
    <svg
      className={styles.drawing}
      viewBox={view}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <defs>
        <clipPath id={`${id}-panel`}>
          <rect {...panel} />
        </clipPath>
        <linearGradient id={`${id}-light`} x1="0" y1="0" x2="1" y2="0.6">
          <stop offset="0" stopColor="#fff" stopOpacity={0.1 + gloss * 0.35} />
          <stop offset="0.32" stopColor="#fff" stopOpacity="0" />
          <stop offset="1" stopColor="#000" stopOpacity="0.1" />
        </linearGradient>
        {grain === 'leather' && <LeatherGrain id={`${id}-grain`} />}
      </defs>
      <rect
        x={-WALL_MM}
        y={-WALL_MM}
        width={widthMm + 2 * WALL_MM}
        height={heightMm + 2 * WALL_MM}
        rx={cornerRadiusMm + WALL_MM}
        fill={colour}
        className={styles.wall}
        {...(clear && { fillOpacity: 0.45 })}
      />
      <g clipPath={`url(#${id}-panel)`}>
        <rect {...panel} fill={clear ? '#c9ccd1' : colour} />
        {clear && <rect {...panel} fill={colour} opacity="0.35" />}
        {print && (
          <g
            transform={`translate(${(widthMm - 200 * scale) / 2} ${heightMm - 400 * scale}) scale(${scale})`}
          >
            {print}
          </g>
        )}
        {grain === 'leather' && <rect {...panel} fill={`url(#${id}-grain)`} />}
        <rect {...panel} fill={`url(#${id}-light)`} />
        {gloss > 0.5 && (
          <path
            d={`M${widthMm * 0.62} 0h${widthMm * 0.22}L${widthMm * 0.1} ${heightMm}H${-widthMm * 0.12}z`}
            fill="#fff"
            opacity={gloss * 0.16}
          />
        )}
      </g>
      <rect {...panel} fill="none" stroke="#000" strokeOpacity="0.14" strokeWidth="0.35" />
      {geometry.holes.map((hole) => (
        <Camera key={`${hole.xMm}/${hole.yMm}`} hole={hole} colour={colour} />
      ))}
      {dimensions && (
        <DimensionLines {...{ widthMm, heightMm }} says={dimensions} offMm={DIMENSION_OFF_MM} />
      )}
    </svg>
  )
}

const outlineOf = ({ xMm, yMm, widthMm, heightMm, cornerRadiusMm }: Hole) => ({
  x: xMm,
  y: yMm,
  width: widthMm,
  height: heightMm,
  rx: cornerRadiusMm,
})

const Camera = ({ hole, colour }: { hole: Hole; colour: string }) => (
  <g>
    <rect {...outlineOf(hole)} fill="#2a2d33" stroke={colour} strokeWidth="1" />
    <rect {...outlineOf(hole)} fill="none" stroke="#000" strokeOpacity="0.3" strokeWidth="0.4" />
    {lensesOf(hole).map(({ cxMm, cyMm, rMm }) => (
      <g key={`${cxMm}/${cyMm}`}>
        <circle cx={cxMm} cy={cyMm} r={rMm} fill="#0d0f13" stroke="#51565f" strokeWidth="0.7" />
        <circle cx={cxMm} cy={cyMm} r={rMm * 0.52} fill="#1c2740" />
        <circle cx={cxMm - rMm * 0.2} cy={cyMm - rMm * 0.22} r={rMm * 0.17} fill="#7f93b8" />
      </g>
    ))}
  </g>
)

const LeatherGrain = ({ id }: { id: string }) => (
  <pattern id={id} width="3.4" height="2.6" patternUnits="userSpaceOnUse">
    <path
      d="M0 .8q.8-.8 1.7 0t1.7 0M-.9 2.1q.9-.8 1.8 0t1.7 0 1.7 0"
      fill="none"
      stroke="#000"
      strokeOpacity="0.13"
      strokeWidth="0.3"
    />
  </pattern>
)
