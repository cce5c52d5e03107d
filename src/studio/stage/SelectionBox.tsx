import { useAtomValue } from 'jotai'
import type { Layer } from '#core/design/document.ts'
import { selectionBounds } from '#core/design/geometry.ts'
import { type Handle, handleAngleDeg, handlePoint, handlesOf } from '#core/design/handles.ts'
import { viewFromMm } from '#core/design/view.ts'
import { radians } from '#core/units.ts'
import { draftLayerAtom, selectedLayersAtom } from '#src/state/editor.ts'
import { stageModeAtom, viewAtom, viewportAtom } from '#src/state/view.ts'
import { classNames } from '#src/ui/class-names.ts'
import styles from './Stage.module.css'
import { turned, upright } from './stage-place.ts'

/** A box smaller than this on screen has no room for edge handles. */
const EDGES_FROM_PX = 90
/** How far below a layer the handle that turns it stands. */
const TURN_REACH_PX = 34
const GRIP_PX = 44

/** The frame round what is selected, with handles where one layer can be pulled. */
export function SelectionBox() {
  const selected = useAtomValue(selectedLayersAtom)
  const draft = useAtomValue(draftLayerAtom)
  const doodling = useAtomValue(stageModeAtom) === 'doodle'
  const layers = selected.map((layer) => (draft?.id === layer.id ? draft : layer))
  const shown = layers.filter((layer) => !layer.hidden)
  const [only] = shown
  if (doodling || only === undefined) return null
  return shown.length === 1 ? <OneBox layer={only} /> : <SeveralBox layers={shown} />
}

function OneBox({ layer }: { layer: Layer }) {
  const view = useAtomValue(viewAtom)
  const style = turned(view, layer)
  const side = (mm: number) => mm * layer.scale * view.scalePxPerMm
  const inSlot = layer.kind === 'photo' && layer.slotId !== null
  const room = Math.min(side(layer.widthMm), side(layer.heightMm)) >= EDGES_FROM_PX
  const handles = handlesOf(layer.kind).filter((handle) => room || handle.length === 2)
  return (
    <div className={classNames(styles.box, layer.locked && styles.lockedBox)} style={style}>
      {!layer.locked && !inSlot && (
        <>
          {handles.map((handle) => (
            <Grip key={handle} layer={layer} handle={handle} />
          ))}
          <TurnGrip layer={layer} />
        </>
      )}
    </div>
  )
}

/** Below the layer, or within it where there is no room on the stage. */
function TurnGrip({ layer }: { layer: Layer }) {
  const view = useAtomValue(viewAtom)
  const viewport = useAtomValue(viewportAtom)
  const { xPx, yPx } = viewFromMm(view, handlePoint(layer, 's'))
  const turn = radians(layer.rotationDeg)
  const x = xPx - Math.sin(turn) * TURN_REACH_PX
  const y = yPx + Math.cos(turn) * TURN_REACH_PX
  const { widthPx = 0, heightPx = 0, insetPx } = viewport ?? {}
  const fits = x > 0 && x < widthPx && y > 0 && y < heightPx - (insetPx?.bottom ?? 0) + GRIP_PX / 2
  return (
    <span
      className={classNames(styles.grip, styles.turn)}
      style={{ top: `calc(100% + ${fits ? TURN_REACH_PX : -GRIP_PX}px)` }}
      data-grip="rotate"
    />
  )
}

function Grip({ layer, handle }: { layer: Layer; handle: Handle }) {
  const edge = handle.length === 1
  return (
    <span
      className={classNames(
        styles.grip,
        edge && styles.edge,
        (handle === 'e' || handle === 'w') && styles.upright,
      )}
      data-grip={handle}
      style={{ cursor: cursorOf(handleAngleDeg(layer, handle)) }}
    />
  )
}

/** The resize cursor that points along an angle; cursors come in steps of 45 degrees. */
function cursorOf(angleDeg: number): string {
  const step = ((Math.round(angleDeg / 45) % 4) + 4) % 4
  return ['ew-resize', 'nwse-resize', 'ns-resize', 'nesw-resize'][step] ?? 'move'
}

function SeveralBox({ layers }: { layers: readonly Layer[] }) {
  const view = useAtomValue(viewAtom)
  const bounds = selectionBounds(layers)
  return (
    <>
      {layers.map((layer) => (
        <div key={layer.id} className={styles.memberBox} style={turned(view, layer)} />
      ))}
      {bounds && <div className={styles.groupBox} style={upright(view, bounds)} />}
    </>
  )
}
