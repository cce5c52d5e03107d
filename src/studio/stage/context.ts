import type { useStore } from 'jotai'
import type { Design } from '#core/design/document.ts'
import type { Edit } from '#core/design/edits/layers.ts'
import type { PointMm } from '#core/design/geometry.ts'
import { mmFromView, type PointPx } from '#core/design/view.ts'
import { designAtom } from '#src/state/editor.ts'
import { viewAtom } from '#src/state/view.ts'

export type Store = ReturnType<typeof useStore>

/** One pointer on the stage, in CSS px from the stage's top left corner. */
export interface Pointer extends PointPx {
  readonly id: number
  /** 0..1; 0.5 where the device knows no pressure. */
  readonly pressure: number
  /** A mouse draws a selection rectangle where a finger moves the stage. */
  readonly mouse: boolean
  /** When it was there, in ms of any clock that does not go back. */
  readonly timeMs: number
}

/** What a gesture has done once it ended. */
export interface GestureEnd {
  readonly edit: Edit
  /** What is selected then; by default what was. */
  readonly selection?: readonly string[]
}

/**
 * What runs between putting fingers down and lifting them. It shows what it would do and leaves
 * the document alone; what it shows is taken back by the controller, however it ends.
 */
export interface Gesture {
  /** @param pointers both of two; else where the one was since the last move, the latest last */
  move(pointers: readonly Pointer[]): void
  /** The edit it amounts to, or null. */
  end(): GestureEnd | null
}

/** A snap is met within this distance on screen. */
export const SNAP_PX = 6

export const designOf = (store: Store): Design => store.get(designAtom)

export const pointMm = (store: Store, point: PointPx): PointMm =>
  mmFromView(store.get(viewAtom), point)

/** mm on the design for CSS px on the stage. */
export const mmOfPx = (store: Store, px: number): number => px / store.get(viewAtom).scalePxPerMm
