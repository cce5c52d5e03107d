import type { BlockMask } from './blocks.ts'
import { withMats } from './mats.ts'
import type { OpenCv } from './open-cv.ts'

/** One connected part of a mask. */
export interface Component {
  readonly areaBlocks: number
  readonly touchesBorder: boolean
}

/** Columns of OpenCV's statistics, one row a component; row 0 is the background. */
const [LEFT, TOP, WIDTH, HEIGHT, AREA, COLUMNS] = [0, 1, 2, 3, 4, 5] as const

/**
 * The parts of a mask that `choose` picks, and the area of the largest part of all (0 for an
 * empty mask). `connectivity` 8 joins parts that touch at a corner.
 */
export function chosenComponents(
  cv: OpenCv,
  mask: BlockMask,
  connectivity: 4 | 8,
  choose: (component: Component, largestBlocks: number) => boolean,
): { readonly chosen: BlockMask; readonly largestBlocks: number } {
  const { widthBlocks, heightBlocks } = mask
  return withMats(cv, (mats) => {
    const image = mats.bytes(mask.values, widthBlocks, heightBlocks)
    const labels = mats.empty()
    const statistics = mats.empty()
    const centroids = mats.empty()
    const count = cv.connectedComponentsWithStats(
      image,
      labels,
      statistics,
      centroids,
      connectivity,
      cv.CV_32S,
    )
    const stats = statistics.data32S
    const at = (label: number, column: number) => stats[label * COLUMNS + column] ?? 0
    let largestBlocks = 0
    for (let label = 1; label < count; label++)
      largestBlocks = Math.max(largestBlocks, at(label, AREA))
    const picked = new Uint8Array(count)
    for (let label = 1; label < count; label++) {
      const touchesBorder =
        at(label, LEFT) === 0 ||
        at(label, TOP) === 0 ||
        at(label, LEFT) + at(label, WIDTH) === widthBlocks ||
        at(label, TOP) + at(label, HEIGHT) === heightBlocks
      const component = { areaBlocks: at(label, AREA), touchesBorder }
      picked[label] = choose(component, largestBlocks) ? 255 : 0
    }
    // A plain loop: `Uint8Array.from` with a function takes thirty times as long.
    const labelled = labels.data32S
    const values = new Uint8Array(labelled.length)
    for (let i = 0; i < values.length; i++) values[i] = picked[labelled[i] ?? 0] ?? 0
    return { chosen: { ...mask, values }, largestBlocks }
  })
}

/** A mask grown by a square of `reachBlocks` in every direction. */
export function grown(cv: OpenCv, mask: BlockMask, reachBlocks: number): BlockMask {
  return withMats(cv, (mats) => {
    const image = mats.bytes(mask.values, mask.widthBlocks, mask.heightBlocks)
    const side = 2 * reachBlocks + 1
    const square = mats.own(cv.Mat.ones(side, side, cv.CV_8UC1))
    cv.dilate(image, image, square)
    return { ...mask, values: new Uint8Array(image.data) }
  })
}
