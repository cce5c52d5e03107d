import { drawCake } from './cake.ts'
import { drawCase } from './case.ts'
import type { Scene } from './scene.ts'
import { css, type Rgb } from './tone.ts'

interface TableTones {
  readonly lit: Rgb
  readonly middle: Rgb
  readonly far: Rgb
}

const tables: Readonly<Record<'light' | 'dark', TableTones>> = {
  light: { lit: [250, 243, 233], middle: [239, 228, 213], far: [219, 202, 182] },
  dark: { lit: [66, 56, 48], middle: [42, 36, 31], far: [22, 19, 17] },
}

/** Draws the product on a warm table, lit from the upper left. */
export function drawProductScene(scene: Scene): void {
  drawTable(scene)
  if (scene.design.product.kind === 'phone-case') drawCase(scene, scene.design.product)
  else drawCake(scene, scene.design.product)
}

function drawTable({ ctx, widthPx, heightPx, theme }: Scene): void {
  const tone = tables[theme]
  const reach = Math.hypot(widthPx, heightPx)
  const light = ctx.createRadialGradient(
    widthPx * 0.3,
    heightPx * 0.18,
    0,
    widthPx * 0.42,
    heightPx * 0.4,
    reach * 0.8,
  )
  light.addColorStop(0, css(tone.lit))
  light.addColorStop(0.45, css(tone.middle))
  light.addColorStop(1, css(tone.far))
  ctx.fillStyle = light
  ctx.fillRect(0, 0, widthPx, heightPx)
}
