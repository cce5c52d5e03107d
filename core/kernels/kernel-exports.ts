import { type MemoryExports, memoryExports } from './arena.ts'
import { type CelPlaneExports, celPlaneExports } from './cel-planes.ts'
import { type CellMeasureExports, cellMeasureExports } from './cell-measures.ts'
import { type CellExports, cellExports } from './cells.ts'
import { type FilterExports, filterExports } from './filters.ts'
import { type FlowExports, flowExports } from './flow.ts'
import { type LightExports, lightExports } from './light.ts'
import { type MatteExports, matteExports } from './matte.ts'
import { type PackingExports, packingExports } from './packing.ts'
import { type PaintExports, paintExports } from './paint.ts'
import { type PatchExports, patchExports } from './patches.ts'
import { type PlanarExports, planarExports } from './planar.ts'
import { type ResizeExports, resizeExports } from './resize.ts'
import { type ShadingExports, shadingExports } from './shading.ts'
import { type SheetExports, sheetExports } from './sheets.ts'
import { type SketchExports, sketchExports } from './sketch-rows.ts'
import { type SkinExports, skinExports } from './skin-light.ts'
import { type ThingMeasureExports, thingMeasureExports } from './thing-measures.ts'

/** What the WebAssembly module exports: addresses in its own memory, sizes, settings. */
export interface KernelExports
  extends MemoryExports,
    ResizeExports,
    PlanarExports,
    FilterExports,
    LightExports,
    FlowExports,
    MatteExports,
    CellExports,
    CellMeasureExports,
    ThingMeasureExports,
    CelPlaneExports,
    PaintExports,
    SketchExports,
    SkinExports,
    ShadingExports,
    PatchExports,
    SheetExports,
    PackingExports {}

const functionNames = [
  ...memoryExports,
  ...resizeExports,
  ...planarExports,
  ...filterExports,
  ...lightExports,
  ...flowExports,
  ...matteExports,
  ...cellExports,
  ...cellMeasureExports,
  ...thingMeasureExports,
  ...celPlaneExports,
  ...paintExports,
  ...sketchExports,
  ...skinExports,
  ...shadingExports,
  ...patchExports,
  ...sheetExports,
  ...packingExports,
]

/** Whether something is the module's exports: the border between what was built and what we call. */
export function isKernelExports(value: unknown): value is KernelExports {
  if (typeof value !== 'object' || value === null || !('memory' in value)) return false
  return functionNames.every((name) => typeof Reflect.get(value, name) === 'function')
}
