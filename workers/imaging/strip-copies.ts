import { transfer } from 'comlink'
import { eachPlane } from '#core/imaging/tools/sketch/drawing.ts'
import type { DirectedRows, Wanted } from '#core/kernels/flow.ts'
import type { ColourMatteInput } from '#core/kernels/matte.ts'
import type { SampleRows } from '#core/kernels/packing.ts'
import type { CelRows } from '#core/kernels/paint.ts'
import type { PhotoRows } from '#core/kernels/picture-parts.ts'
import type { SketchRows } from '#core/kernels/sketch-rows.ts'
import type { FloatPlane, Raster } from '#core/pixels/raster.ts'
import type { PlanePart } from '#core/pixels/sample-rows.ts'
import { buffersIn, SpareBuffers } from './spare-buffers.ts'

/** What strips are worked on, as copies that are sent away: a view's whole memory would go along. */
export class StripCopies {
  readonly spare = new SpareBuffers()

  readonly plane = (plane: FloatPlane): FloatPlane =>
    sent({ ...plane, values: this.spare.floats(plane.values) })

  readonly picture = (picture: Raster): Raster =>
    sent({ ...picture, rgba: this.spare.bytes(picture.rgba) })

  readonly directed = (rows: DirectedRows): DirectedRows =>
    sent({ ...rows, cos2: this.#part(rows.cos2), sin2: this.#part(rows.sin2) })

  readonly wanted = (wanted: Wanted): Wanted =>
    sent({
      ...wanted,
      plane: { ...wanted.plane, values: this.spare.floats(wanted.plane.values) },
    })

  readonly matteInput = ({ picture, trimap, prior, ...rest }: ColourMatteInput) =>
    sent({
      ...rest,
      picture: { ...picture, rgba: this.spare.bytes(picture.rgba) },
      trimap: { ...trimap, values: this.spare.bytes(trimap.values) },
      prior: { ...prior, values: this.spare.floats(prior.values) },
    })

  readonly cels = (cels: CelRows): CelRows =>
    sent({
      ...cels,
      cells: this.spare.integers(cels.cells),
      colours: this.spare.floats(cels.colours),
      ink: this.spare.floats(cels.ink),
    })

  readonly photo = (photo: PhotoRows): PhotoRows =>
    sent({ ...photo, rows: { ...photo.rows, rgba: this.spare.bytes(photo.rows.rgba) } })

  /** The row above is small, and is copied on its way. */
  readonly samples = (rows: SampleRows): SampleRows => {
    const pixels = this.spare.bytes(rows.pixels)
    return transfer({ ...rows, pixels }, [pixels.buffer])
  }

  readonly sketch = (rows: SketchRows): SketchRows =>
    sent({
      ...rows,
      planes: eachPlane(rows.planes, this.#part),
    })

  readonly #part = (part: PlanePart): PlanePart => {
    const { values } = part.rows
    const own =
      values instanceof Float32Array ? this.spare.floats(values) : this.spare.bytes(values)
    return { ...part, rows: { ...part.rows, values: own } }
  }
}

const sent = <Given extends object>(given: Given): Given => transfer(given, [...buffersIn(given)])
