import type { FloatPlane } from '../../pixels/raster.ts'
import { meanPoint } from '../face-points/face-lines.ts'
import { pointsOf } from '../face-points/face-points.ts'
import type { FoundFace } from '../face-points/find-faces.ts'
import { contains } from '../face-points/samples.ts'
import type { LookedSquare } from './palms.ts'

/** A square is so many face widths wide, the whole picture at most: a palm is a sixth of it, which the detector sees best. */
const SIDE = 4
/** Skin that is in no square yet, square face widths, that is worth one more. */
const LEAST = 0.12
/** Such a share of a square is done with: a hand at its edge is in the next one, too. */
const INNER = 0.75
/** One that is so large against the picture's longer side is the picture itself. */
const WHOLE = 0.75
/** How much what lies in the middle of a square counts besides. */
const CENTRED = 0.3
/** Hands reach so far from the middle of their face, face widths. */
const REACH = { aside: 4.5, above: 2.5, below: 8 }
/** Of a face and of all; a crowd's hands are small. */
const MOST = { each: 3, all: 8 }
/** From which share on a place is skin, and somebody. */
const FROM = 0.5
/** A picture is looked at in so many squares of its longer side. */
const CELLS = 128

/**
 * Squares of a picture in which hands of people may be: as few as hold most of the skin that is no face's, the
 * largest face's first.
 * @param faces in pixels of the planes
 * @param skin how much each place is skin, and `person` how much it is somebody, 0..1
 */
export function handSquares(
  faces: readonly FoundFace[],
  skin: FloatPlane,
  person: FloatPlane,
): readonly LookedSquare[] {
  const seen = new SkinCells(faces, skin, person)
  const squares: LookedSquare[] = []
  for (const face of faces.toSorted((a, b) => b.widthPx - a.widthPx)) {
    for (let k = 0; k < MOST.each && squares.length < MOST.all; k++) {
      const square = seen.bestFor(face)
      if (square === null) break
      squares.push(square)
      seen.isDone(square)
    }
  }
  return squares
}

/** Skin that is in no square yet, by cells of a picture. */
class SkinCells {
  readonly #eachPx: number
  readonly #columns: number
  readonly #rows: number
  readonly #isSkin: Uint8Array
  readonly #size: Pick<FloatPlane, 'widthPx' | 'heightPx'>

  constructor(faces: readonly FoundFace[], skin: FloatPlane, person: FloatPlane) {
    const { widthPx, heightPx } = skin
    this.#size = { widthPx, heightPx }
    this.#eachPx = Math.max(1, Math.max(widthPx, heightPx) / CELLS)
    this.#columns = Math.max(1, Math.floor(widthPx / this.#eachPx))
    this.#rows = Math.max(1, Math.floor(heightPx / this.#eachPx))
    const ovals = faces.map(({ points }) => pointsOf(points, 'faceOval'))
    this.#isSkin = Uint8Array.from({ length: this.#columns * this.#rows }, (_, cell) => {
      const x = Math.floor(((cell % this.#columns) + 0.5) * this.#eachPx)
      const y = Math.floor((Math.floor(cell / this.#columns) + 0.5) * this.#eachPx)
      const at = y * widthPx + x
      if ((skin.values[at] as number) < FROM || (person.values[at] as number) < FROM) return 0
      return ovals.some((oval) => contains(oval, x, y)) ? 0 : 1
    })
  }

  /** The square with most skin within a face's reach; null where little is left. */
  bestFor(face: FoundFace): LookedSquare | null {
    const { across, down, widthPx } = face
    const middle = meanPoint(pointsOf(face.points, 'faceOval'))
    const longPx = Math.max(this.#size.widthPx, this.#size.heightPx)
    if (SIDE * widthPx > WHOLE * longPx) return this.#whole(longPx)
    const sums = this.#sums()
    const each = this.#eachPx
    const sidePx = SIDE * widthPx
    const half = Math.max(1, Math.floor((INNER * sidePx) / 2 / each))
    const step = Math.max(1, Math.floor(half / 4))
    const least = (LEAST * widthPx ** 2) / each ** 2
    let [most, best] = [0, null as LookedSquare | null]
    for (let row = 0; row < this.#rows; row += step) {
      for (let column = 0; column < this.#columns; column += step) {
        const centre = { x: (column + 0.5) * each, y: (row + 0.5) * each }
        const [dx, dy] = [centre.x - middle.x, centre.y - middle.y]
        const aside = Math.abs(dx * across.x + dy * across.y) / widthPx
        const below = (dx * down.x + dy * down.y) / widthPx
        if (aside > REACH.aside || below > REACH.below || below < -REACH.above) continue
        const held = this.#held(sums, column, row, half)
        if (held < least) continue
        // Of squares that hold as much, the one in whose middle it lies.
        const worth = held + CENTRED * this.#held(sums, column, row, half >> 1)
        if (worth > most) [most, best] = [worth, { centre, sidePx }]
      }
    }
    return best
  }

  /** The whole picture, if skin is left in it. */
  #whole(sidePx: number): LookedSquare | null {
    const { widthPx, heightPx } = this.#size
    if (!this.#isSkin.includes(1)) return null
    return { centre: { x: widthPx / 2, y: heightPx / 2 }, sidePx }
  }

  isDone({ centre, sidePx }: LookedSquare): void {
    const each = this.#eachPx
    const isWhole = sidePx >= Math.max(this.#size.widthPx, this.#size.heightPx)
    const half = (sidePx * (isWhole ? 1 : INNER)) / 2
    this.#isSkin.forEach((_, cell) => {
      const x = ((cell % this.#columns) + 0.5) * each
      const y = (Math.floor(cell / this.#columns) + 0.5) * each
      if (Math.abs(x - centre.x) <= half && Math.abs(y - centre.y) <= half) this.#isSkin[cell] = 0
    })
  }

  /** Sums of all cells above and before each (Crow 1984). */
  #sums(): Uint32Array {
    const width = this.#columns + 1
    const sums = new Uint32Array(width * (this.#rows + 1))
    for (let row = 0; row < this.#rows; row++) {
      let along = 0
      for (let column = 0; column < this.#columns; column++) {
        along += this.#isSkin[row * this.#columns + column] as number
        sums[(row + 1) * width + column + 1] = (sums[row * width + column + 1] as number) + along
      }
    }
    return sums
  }

  #held(sums: Uint32Array, column: number, row: number, half: number): number {
    const width = this.#columns + 1
    const [left, right] = [Math.max(0, column - half), Math.min(this.#columns, column + half + 1)]
    const [top, bottom] = [Math.max(0, row - half), Math.min(this.#rows, row + half + 1)]
    const at = (y: number, x: number) => sums[y * width + x] as number
    return at(bottom, right) - at(top, right) - at(bottom, left) + at(top, left)
  }
}
