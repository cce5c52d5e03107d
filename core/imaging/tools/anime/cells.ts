/** A picture cut into cells, each of which is painted as one. */
export interface Cells {
  readonly widthPx: number
  readonly heightPx: number
  /** The number of each pixel's cell. */
  readonly of: Uint32Array<ArrayBuffer>
  /** Numbers are below this. */
  readonly total: number
}

/** Cells whose pixels all hang together: what lies apart gets a number of its own. */
export function connected({ widthPx, heightPx, of }: Cells): Cells {
  // Runs of a row that meet belong together: the first run of each is its root.
  const root = new Uint32Array(of.length)
  const rootOf = (at: number): number => {
    let here = at
    while (root[here] !== here) {
      const above = root[root[here] as number] as number
      root[here] = above
      here = above
    }
    return here
  }
  for (let at = 0; at < of.length; at++) {
    const cell = of[at]
    const isLeft = at % widthPx !== 0 && of[at - 1] === cell
    const isAbove = at >= widthPx && of[at - widthPx] === cell
    if (isLeft && isAbove && root[at - 1] !== root[at - widthPx]) {
      const [one, other] = [rootOf(at - 1), rootOf(at - widthPx)]
      root[Math.max(one, other)] = Math.min(one, other)
      root[at] = Math.min(one, other)
    } else if (isLeft) root[at] = root[at - 1] as number
    else if (isAbove) root[at] = root[at - widthPx] as number
    else root[at] = at
  }
  // A root comes before all that hang on it.
  const numbers = new Uint32Array(of.length)
  let total = 0
  for (let at = 0; at < of.length; at++) {
    const first = rootOf(at)
    numbers[at] = first === at ? total++ : (numbers[first] as number)
  }
  return { widthPx, heightPx, of: numbers, total }
}

export function sizesOf({ of, total }: Cells): Uint32Array {
  const sizes = new Uint32Array(total)
  for (const cell of of) sizes[cell] = (sizes[cell] as number) + 1
  return sizes
}

/**
 * Gives each cell that is too small to the neighbour it has the longest border with.
 * @param cells that hang together
 * @param minPx of a cell that holds the pixel
 */
export function withoutSpecks(cells: Cells, minPx: (at: number) => number): Cells {
  const { widthPx, of, total } = cells
  const sizes = sizesOf(cells)
  const isSpeck = new Uint8Array(total)
  for (let at = 0; at < of.length; at++) {
    const cell = of[at] as number
    if ((sizes[cell] as number) < minPx(at)) isSpeck[cell] = 1
  }
  const borders = new Map<number, Map<number, number>>()
  const meet = (from: number, to: number) => {
    if (isSpeck[from] === 0 || from === to) return
    const border = borders.get(from) ?? new Map<number, number>()
    border.set(to, (border.get(to) ?? 0) + 1)
    borders.set(from, border)
  }
  for (let at = 0; at < of.length; at++) {
    const own = of[at] as number
    if ((at + 1) % widthPx !== 0) {
      meet(own, of[at + 1] as number)
      meet(of[at + 1] as number, own)
    }
    if (at + widthPx < of.length) {
      meet(own, of[at + widthPx] as number)
      meet(of[at + widthPx] as number, own)
    }
  }
  const goes = Uint32Array.from({ length: total }, (_, cell) => cell)
  const rootOf = (cell: number): number => {
    let here = cell
    while (goes[here] !== here) here = goes[here] as number
    return here
  }
  const order = [...borders.keys()].sort((a, b) => (sizes[a] as number) - (sizes[b] as number))
  for (const speck of order) {
    let [best, length] = [speck, 0]
    for (const [other, border] of borders.get(speck) ?? []) {
      if (border > length && rootOf(other) !== rootOf(speck)) [best, length] = [other, border]
    }
    goes[rootOf(speck)] = rootOf(best)
  }
  return { ...cells, of: of.map((cell) => rootOf(cell)) }
}
