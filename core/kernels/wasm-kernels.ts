import { Arena } from './arena.ts'
import { celPlaneKernels } from './cel-planes.ts'
import { cellMeasureKernels } from './cell-measures.ts'
import { cellKernels } from './cells.ts'
import { filterKernels } from './filters.ts'
import { flowKernels } from './flow.ts'
import type { KernelExports } from './kernel-exports.ts'
import type { Kernels } from './kernels.ts'
import { lightKernels } from './light.ts'
import { matteKernels } from './matte.ts'
import { packingKernels } from './packing.ts'
import { paintKernels } from './paint.ts'
import { patchKernels } from './patches.ts'
import { planarKernels } from './planar.ts'
import { resizeKernels } from './resize.ts'
import { shadingKernels } from './shading.ts'
import { sheetKernels } from './sheets.ts'
import { sketchKernels } from './sketch-rows.ts'
import { skinKernels } from './skin-light.ts'
import { thingMeasureKernels } from './thing-measures.ts'

/** The kernels of one instance of the module. */
export function createKernels(wasm: KernelExports): Kernels {
  const arena = new Arena(wasm)
  return {
    ...resizeKernels(wasm, arena),
    ...planarKernels(wasm, arena),
    ...filterKernels(wasm, arena),
    ...lightKernels(wasm, arena),
    ...flowKernels(wasm, arena),
    ...matteKernels(wasm, arena),
    ...cellKernels(wasm, arena),
    ...cellMeasureKernels(wasm, arena),
    ...thingMeasureKernels(wasm, arena),
    ...celPlaneKernels(wasm, arena),
    ...paintKernels(wasm, arena),
    ...sketchKernels(wasm, arena),
    ...skinKernels(wasm, arena),
    ...shadingKernels(wasm, arena),
    ...patchKernels(wasm, arena),
    ...sheetKernels(wasm, arena),
    ...packingKernels(wasm, arena),
  }
}
