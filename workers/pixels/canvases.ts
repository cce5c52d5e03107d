import { StampaError } from '#core/errors.ts'

interface ContextSettings {
  readonly willReadFrequently?: boolean
  readonly alpha?: boolean
}

/** @throws StampaError `device-too-weak` where the canvas is too large or memory is out */
export function openContext(
  canvas: OffscreenCanvas,
  settings: ContextSettings,
): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', settings)
  if (context === null) {
    const cause = `no 2D context for ${canvas.width} x ${canvas.height} px`
    throw new StampaError('device-too-weak', { cause })
  }
  return context
}

/** Gives a canvas's pixels back: WebKit keeps them until it is collected, unless it is made small. */
export function shrink(canvas: OffscreenCanvas): void {
  canvas.width = 1
  canvas.height = 1
}
