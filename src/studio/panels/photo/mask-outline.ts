import type { MaskShape } from '#core/design/document.ts'
import { maskTable, type PathCommand } from '#core/design/masks.ts'

const number = (value: number): string => String(Math.round(value * 1000) / 1000)

/** A mask's outline as SVG words in a square of `side`, whole and in its middle. */
export function maskOutline(shape: MaskShape, side: number): string {
  const { aspect, path } = maskTable[shape]
  const width = side * Math.min(1, aspect ?? (shape === 'arch' ? 0.8 : 1))
  const height = aspect === null ? side : width / aspect
  const x = (at: number) => number((side - width) / 2 + at * width)
  const y = (at: number) => number((side - height) / 2 + at * height)
  const words = (command: PathCommand): string => {
    switch (command.op) {
      case 'M':
        return `M${x(command.x)} ${y(command.y)}`
      case 'L':
        return `L${x(command.x)} ${y(command.y)}`
      case 'C':
        return `C${x(command.x1)} ${y(command.y1)} ${x(command.x2)} ${y(command.y2)} ${x(command.x)} ${y(command.y)}`
      case 'Z':
        return 'Z'
    }
  }
  return path.map(words).join('')
}
