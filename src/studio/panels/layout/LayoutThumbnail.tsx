import { useId } from 'react'
import type { Geometry, LayoutId } from '#core/design/document.ts'
import { bleedBox } from '#core/design/geometry.ts'
import { defaultLayout, layoutSlots } from '#core/design/layouts.ts'
import styles from './LayoutPanel.module.css'

/** A layout on the product, small: its slots in the print's outline, with the camera left out. */
export function LayoutThumbnail(props: {
  readonly layoutId: LayoutId
  readonly geometry: Geometry
}) {
  const id = useId()
  const { geometry, layoutId } = props
  const { widthMm, heightMm, cornerRadiusMm, holes } = geometry
  const slots = layoutSlots(defaultLayout(layoutId, geometry), geometry)
  const bleed = bleedBox(geometry)
  const pad = Math.max(widthMm, heightMm) * 0.02
  const box = [bleed.xMm - pad, bleed.yMm - pad, bleed.widthMm + 2 * pad, bleed.heightMm + 2 * pad]
  return (
    <svg className={styles.picture} viewBox={box.join(' ')} aria-hidden="true">
      <clipPath id={id}>
        <rect width={widthMm} height={heightMm} rx={cornerRadiusMm} />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        <rect className={styles.sheet} width={widthMm} height={heightMm} />
        {layoutId === 'free' && <FreeSlots geometry={geometry} />}
        {slots.map((slot) => (
          <g
            key={slot.id}
            transform={`translate(${slot.xMm} ${slot.yMm}) rotate(${slot.rotationDeg})`}
          >
            {slot.paper && (
              <rect
                className={styles.paper}
                x={-slot.widthMm / 2 - slot.paper.sideMm}
                y={-slot.heightMm / 2 - slot.paper.topMm}
                width={slot.widthMm + 2 * slot.paper.sideMm}
                height={slot.heightMm + slot.paper.topMm + slot.paper.bottomMm}
              />
            )}
            <rect
              className={slot.number % 2 === 1 ? styles.slot : styles.otherSlot}
              x={-slot.widthMm / 2}
              y={-slot.heightMm / 2}
              width={slot.widthMm}
              height={slot.heightMm}
              rx={slot.cornerRadiusMm}
            />
          </g>
        ))}
        {holes.map((hole) => (
          <rect
            key={`${hole.xMm}-${hole.yMm}`}
            className={styles.hole}
            x={hole.xMm}
            y={hole.yMm}
            width={hole.widthMm}
            height={hole.heightMm}
            rx={hole.cornerRadiusMm}
          />
        ))}
      </g>
      <rect className={styles.outline} width={widthMm} height={heightMm} rx={cornerRadiusMm} />
    </svg>
  )
}

/** "Free" as a picture: two photos laid loosely. */
function FreeSlots({ geometry }: { geometry: Geometry }) {
  const side = Math.min(geometry.widthMm, geometry.heightMm)
  const places = [
    { x: 0.4, y: 0.42, turn: -8, className: styles.slot },
    { x: 0.62, y: 0.64, turn: 7, className: styles.otherSlot },
  ]
  return places.map(({ x, y, turn, className }) => (
    <rect
      key={turn}
      className={className}
      x={-side * 0.22}
      y={-side * 0.26}
      width={side * 0.44}
      height={side * 0.52}
      rx={side * 0.02}
      transform={`translate(${x * geometry.widthMm} ${y * geometry.heightMm}) rotate(${turn})`}
    />
  ))
}
