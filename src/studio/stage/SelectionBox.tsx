import { useAtomValue } from 'jotai'
import type { Layer } from '#core/design/document.ts'
import { isInSlot } from '#core/design/edits/place.ts'
import { commonFrame, frameOf } from '#core/design/frame.ts'
import type { Placement } from '#core/design/geometry.ts'
import { type Handle, handleAngleDeg, handlePoint, handlesOf } from '#core/design/handles.ts'
import { type Viewport, viewFromMm } from '#core/design/view.ts'
import { radians } from '#core/units.ts'
import { shownSelectionAtom } from '#src/state/editor.ts'
import { hasStandInAtom } from '#src/state/stand-in.ts'
import { stageModeAtom, viewAtom, viewportAtom } from '#src/state/view.ts'
import { classNames } from '#src/ui/class-names.ts'
import styles from './Stage.module.css'
import { turned } from './stage-place.ts'

/** A box smaller than this on screen has no room for edge handles. */
const EDGES_FROM_PX = 90
/** How far below a box the handle that turns it stands. */
export const TURN_REACH_PX = 34
const GRIP_PX = 44

/**
 * The frame round what is selected, with handles where it can be pulled; nothing while the stage
 * shows what a tool would make, which is looked at as it is printed.
 */
export function SelectionBox() {
  const selected = useAtomValue(shownSelectionAtom)
  const doodling = useAtomValue(stageModeAtom) === 'doodle'
  const isPreviewed = useAtomValue(hasStandInAtom)
  const shown = selected.filter((layer) => !layer.hidden)
  const [only] = shown
  if (doodling || isPreviewed || only === undefined) return null
  return shown.length === 1 ? <OneBox layer={only} /> : <SeveralBox layers={shown} />
}

function OneBox({ layer }: { layer: Layer }) {
  const view = useAtomValue(viewAtom)
  const frame = frameOf(layer)
  const side = (mm: number) => mm * frame.scale * view.scalePxPerMm
  const room = Math.min(side(frame.widthMm), side(frame.heightMm)) >= EDGES_FROM_PX
  const handles = handlesOf(layer.kind).filter((handle) => room || handle.length === 2)
  return (
    <div
      className={classNames(styles.box, layer.locked && styles.lockedBox)}
      style={turned(view, frame)}
    >
      {!layer.locked && !isInSlot(layer) && <Grips frame={frame} handles={handles} />}
    </div>
  )
}

/** Several layers: their own boxes, and one round those that move, which is pulled and turned. */
function SeveralBox({ layers }: { layers: readonly Layer[] }) {
  const view = useAtomValue(viewAtom)
  const movable = layers.filter((layer) => !layer.locked && !isInSlot(layer))
  const frame = commonFrame(movable.length > 0 ? movable : layers)
  return (
    <>
      {layers.map((layer) => (
        <div key={layer.id} className={styles.memberBox} style={turned(view, frameOf(layer))} />
      ))}
      {frame && (
        <div className={styles.groupBox} style={turned(view, frame)}>
          {movable.length > 0 && <Grips frame={frame} handles={CORNERS} />}
        </div>
      )}
    </>
  )
}

const CORNERS = ['nw', 'ne', 'se', 'sw'] as const satisfies readonly Handle[]

function Grips({ frame, handles }: { frame: Placement; handles: readonly Handle[] }) {
  return (
    <>
      {handles.map((handle) => (
        <Grip key={handle} frame={frame} handle={handle} />
      ))}
      <TurnGrip frame={frame} />
    </>
  )
}

/** The handle that turns a box stands within it where it would hang lower than this. */
export const lowestTurnPx = (viewport: Viewport | null): number =>
  (viewport?.heightPx ?? 0) - (viewport?.insetPx?.bottom ?? 0) + GRIP_PX / 2

/** Below the box, or within it where there is no room on the stage. */
function TurnGrip({ frame }: { frame: Placement }) {
  const view = useAtomValue(viewAtom)
  const viewport = useAtomValue(viewportAtom)
  const { xPx, yPx } = viewFromMm(view, handlePoint(frame, 's'))
  const turn = radians(frame.rotationDeg)
  const x = xPx - Math.sin(turn) * TURN_REACH_PX
  const y = yPx + Math.cos(turn) * TURN_REACH_PX
  const fits = x > 0 && x < (viewport?.widthPx ?? 0) && y > 0 && y < lowestTurnPx(viewport)
  return (
    <span
      className={classNames(styles.grip, styles.turn)}
      style={{ top: `calc(100% + ${fits ? TURN_REACH_PX : -GRIP_PX}px)` }}
      data-grip="rotate"
    />
  )
}

function Grip({ frame, handle }: { frame: Placement; handle: Handle }) {
  const edge = handle.length === 1
  return (
    <span
      className={classNames(
        styles.grip,
        edge && styles.edge,
        (handle === 'e' || handle === 'w') && styles.upright,
      )}
      data-grip={handle}
      style={{ cursor: cursorOf(handleAngleDeg(frame, handle)) }}
    />
  )
}

/** The resize cursor that points along an angle; cursors come in steps of 45 degrees. */
function cursorOf(angleDeg: number): string {
  const step = ((Math.round(angleDeg / 45) % 4) + 4) % 4
  return ['ew-resize', 'nwse-resize', 'ns-resize', 'nesw-resize'][step] ?? 'move'
}
