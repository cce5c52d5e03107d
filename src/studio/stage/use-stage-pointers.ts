import { useStore } from 'jotai'
import { type RefObject, useEffect, useState } from 'react'
import { handles } from '#core/design/handles.ts'
import type { Pointer } from './context.ts'
import { type Grip, StageController } from './controller.ts'
import { panStage, zoomStage } from './view-gestures.ts'

/** One notch of a wheel zooms by about a sixth. */
const WHEEL_STEP = 0.0016

const gripOf = (target: EventTarget | null): Grip | null => {
  const grip = target instanceof Element ? target.closest('[data-grip]') : null
  const name = grip?.getAttribute('data-grip')
  if (name === 'rotate') return { kind: 'rotate' }
  const handle = handles.find((known) => known === name)
  return handle === undefined ? null : { kind: 'handle', handle }
}

/** A button on the stage keeps its press; that of a layer is only for the keyboard. */
const isOwnButton = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button:not([data-layer])') !== null

const placeOf = (element: HTMLElement, event: MouseEvent): { xPx: number; yPx: number } => {
  const box = element.getBoundingClientRect()
  return { xPx: event.clientX - box.left, yPx: event.clientY - box.top }
}

const pointerOf = (element: HTMLElement, event: PointerEvent): Pointer => ({
  ...placeOf(element, event),
  id: event.pointerId,
  pressure: event.pressure || 0.5,
  mouse: event.pointerType === 'mouse',
  timeMs: event.timeStamp,
})

/** What the stage does with pointers, wheel, Space and Escape. */
export function useStagePointers(
  stage: RefObject<HTMLElement | null>,
  onDoubleTap: () => void,
): StageController {
  const store = useStore()
  const [controller] = useState(() => new StageController(store, onDoubleTap))
  useEffect(() => {
    const element = stage.current
    if (element === null) return
    const stop = [
      listenToPointers(element, controller),
      listenToWheel(element, (event) => {
        if (!event.ctrlKey && event.deltaX !== 0) panStage(store, -event.deltaX, -event.deltaY)
        else zoomStage(store, Math.exp(-event.deltaY * WHEEL_STEP), placeOf(element, event))
      }),
    ]
    return () => {
      for (const each of stop) each()
      controller.cancel()
    }
  }, [stage, store, controller])
  return controller
}

function listenToPointers(element: HTMLElement, controller: StageController): () => void {
  const listening = new AbortController()
  const options = { signal: listening.signal }
  let spaceHeld = false
  element.addEventListener(
    'pointerdown',
    (event) => {
      if (isOwnButton(event.target)) return
      const pointer = pointerOf(element, event)
      if (event.button === 2) return controller.openMenuAt(pointer)
      element.setPointerCapture(event.pointerId)
      controller.press(pointer, {
        grip: gripOf(event.target),
        adding: event.shiftKey,
        panning: spaceHeld || event.button === 1,
      })
    },
    options,
  )
  element.addEventListener(
    'pointermove',
    (event) => {
      const coalesced = event.getCoalescedEvents?.() ?? []
      const moves = coalesced.length > 0 ? coalesced : [event]
      controller.move(
        pointerOf(element, event),
        moves.map((move) => pointerOf(element, move)),
      )
    },
    options,
  )
  element.addEventListener(
    'pointerup',
    (event) => controller.release(pointerOf(element, event)),
    options,
  )
  element.addEventListener('pointercancel', () => controller.cancel(), options)
  addEventListener(
    'keydown',
    (event) => {
      if (event.key === ' ' && event.target === document.body) spaceHeld = true
      if (event.key !== 'Escape' || !controller.running) return
      event.stopImmediatePropagation()
      controller.cancel()
    },
    { ...options, capture: true },
  )
  addEventListener(
    'keyup',
    (event) => {
      if (event.key === ' ') spaceHeld = false
    },
    options,
  )
  return () => listening.abort()
}

function listenToWheel(element: HTMLElement, turn: (event: WheelEvent) => void): () => void {
  const onWheel = (event: WheelEvent) => {
    event.preventDefault()
    turn(event)
  }
  // React listens passively: it could not keep the page from zooming.
  element.addEventListener('wheel', onWheel, { passive: false })
  return () => element.removeEventListener('wheel', onWheel)
}
