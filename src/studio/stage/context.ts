import type { useStore } from 'jotai'
import type { Design } from '#core/design/document.ts'
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
}

/** What runs between putting fingers down and lifting them. Only `end` changes the document. */
export interface Gesture {
  move(pointers: readonly Pointer[]): void
  end(): void
  /** Gives up: the document is as it was. */
  cancel(): void
}

/** A snap is met within this distance on screen. */
export const SNAP_PX = 6

export const designOf = (store: Store): Design => store.get(designAtom)

export const pointMm = (store: Store, point: PointPx): PointMm =>
  mmFromView(store.get(viewAtom), point)

/** mm on the design for CSS px on the stage. */
export const mmOfPx = (store: Store, px: number): number => px / store.get(viewAtom).scalePxPerMm
