import { expect, it } from 'vitest'
import { maskShapes } from '#core/design/document.ts'
import { flattenPath, maskPathIn, maskTable, pathExtent } from '#core/design/masks.ts'

it('every mask is one closed outline that touches all four sides of its unit box', () => {
  for (const shape of maskShapes) {
    const path = maskTable[shape].path
    expect(path[0]?.op, shape).toBe('M')
    expect(path.at(-1)?.op, shape).toBe('Z')
    expect(path.filter(({ op }) => op === 'M')).toHaveLength(1)
    const extent = pathExtent(path)
    for (const [side, at] of [
      ['left', 0],
      ['top', 0],
      ['right', 1],
      ['bottom', 1],
    ] as const) {
      expect(extent[side], `${shape} ${side}`).toBeCloseTo(at, 2)
    }
  }
})

it('all masks but the blob are the same left and right', () => {
  for (const shape of maskShapes.filter((other) => other !== 'blob')) {
    const points = flattenPath(maskTable[shape].path, 16)
    for (const [x, y] of points) {
      const mirrored = points.some(([px, py]) => Math.hypot(px - (1 - x), py - y) < 0.02)
      expect(mirrored, `${shape} ${x} ${y}`).toBe(true)
    }
  }
})

it('a figure stands whole and undistorted in the middle of any box', () => {
  for (const shape of maskShapes) {
    const { aspect } = maskTable[shape]
    for (const [width, height] of [
      [60, 60],
      [72, 148],
      [148, 40],
    ] as const) {
      const extent = pathExtent(maskPathIn(shape, width, height))
      expect(extent.left + extent.right).toBeCloseTo(0, 1)
      expect(extent.right).toBeLessThanOrEqual(width / 2 + 1e-6)
      expect(extent.bottom).toBeLessThanOrEqual(height / 2 + 1e-6)
      const drawn = (extent.right - extent.left) / (extent.bottom - extent.top)
      expect(drawn / (aspect ?? width / height), shape).toBeCloseTo(1, 1)
    }
  }
})

it('rounded corners are round in a long box, and an arch is a half circle', () => {
  const [start, , corner] = maskPathIn('rounded', 100, 50)
  expect(start).toMatchObject({ x: -50 + 6, y: -25 })
  expect(corner).toMatchObject({ x: 50, y: -25 + 6 })
  expect(maskPathIn('arch', 40, 100)[1]).toMatchObject({ x: -20, y: -50 + 20 })
})
