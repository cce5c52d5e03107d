import { layoutSlots, type Slot } from '../design/layouts.ts'
import { radians } from '../units.ts'
import { type LayerBrush, traceBox } from './brush.ts'
import { drawPaper } from './paper.ts'

/** Shows the layout's empty slots on the stage: a soft tint, a dashed edge, a plus. */
export function drawPlaceholders(brush: LayerBrush): void {
  const { design } = brush
  const filled = new Set(
    design.layers.map((layer) => (layer.kind === 'photo' ? layer.slotId : null)),
  )
  for (const slot of layoutSlots(design.layout, design.product.geometry)) {
    if (!filled.has(slot.id)) drawSlot(brush, slot)
  }
}

function drawSlot({ ctx, view }: LayerBrush, slot: Slot): void {
  const { widthMm: width, heightMm: height } = slot
  const px = 1 / view.scalePxPerMm
  ctx.save()
  if (slot.clip) {
    // A hint on the stage: it may be clipped as hard as the browser clips.
    traceBox(ctx, slot.clip)
    ctx.clip()
  }
  ctx.translate(slot.xMm, slot.yMm)
  ctx.rotate(radians(slot.rotationDeg))
  if (slot.paper) drawPaper(ctx, slot, slot.paper)
  ctx.beginPath()
  ctx.roundRect(-width / 2, -height / 2, width, height, slot.cornerRadiusMm)
  ctx.fillStyle = '#ffffff99'
  ctx.fill()
  ctx.fillStyle = '#b0a59a38'
  ctx.fill()
  ctx.setLineDash([6 * px, 5 * px])
  ctx.lineWidth = 1.5 * px
  ctx.strokeStyle = '#5a4f4670'
  ctx.stroke()
  ctx.setLineDash([])
  const arm = Math.min(width, height, 60 * px) * 0.16
  ctx.beginPath()
  ctx.moveTo(-arm, 0)
  ctx.lineTo(arm, 0)
  ctx.moveTo(0, -arm)
  ctx.lineTo(0, arm)
  ctx.lineWidth = Math.max(2 * px, arm * 0.18)
  ctx.lineCap = 'round'
  ctx.strokeStyle = '#5a4f46a0'
  ctx.stroke()
  ctx.restore()
}
