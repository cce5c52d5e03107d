import type { CelPlaneKernels } from './cel-planes.ts'
import type { CellMeasureKernels } from './cell-measures.ts'
import type { CellKernels } from './cells.ts'
import type { FilterKernels } from './filters.ts'
import type { FlowKernels } from './flow.ts'
import type { LightKernels } from './light.ts'
import type { MatteKernels } from './matte.ts'
import type { PackingKernels } from './packing.ts'
import type { PaintKernels } from './paint.ts'
import type { PatchKernels } from './patches.ts'
import type { PlanarKernels } from './planar.ts'
import type { ResizeKernels } from './resize.ts'
import type { ShadingKernels } from './shading.ts'
import type { SheetKernels } from './sheets.ts'
import type { SketchKernels } from './sketch-rows.ts'
import type { SkinKernels } from './skin-light.ts'
import type { ThingMeasureKernels } from './thing-measures.ts'

/**
 * The hot pixel loops, in WebAssembly SIMD; the same bytes in the browser and in Node. Every kernel
 * is pure: it reads its arguments and answers new pixels, unless it is given some to write `into`.
 * Callers hand in strips with the halo a kernel names, so memory stays bounded.
 */
export interface Kernels
  extends ResizeKernels,
    PlanarKernels,
    FilterKernels,
    LightKernels,
    FlowKernels,
    MatteKernels,
    CellKernels,
    CellMeasureKernels,
    ThingMeasureKernels,
    CelPlaneKernels,
    PaintKernels,
    SketchKernels,
    SkinKernels,
    ShadingKernels,
    PatchKernels,
    SheetKernels,
    PackingKernels {}
