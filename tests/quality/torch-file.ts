/** Bytes of the argument that follows an opcode of a pickle. */
const argumentBytes: ReadonlyMap<number, number> = new Map([
  [0x80, 1],
  [0x4b, 1],
  [0x4d, 2],
  [0x4a, 4],
  [0x71, 1],
  [0x72, 4],
  [0x68, 1],
  [0x6a, 4],
])
const LONG = 0x8a
const TEXT = 0x58
const GLOBAL = 0x63
const STOP = 0x2e
const NEW_LINE = 0x0a

interface Pickle {
  readonly texts: readonly string[]
  readonly end: number
}

/** The texts of one pickle, in their order; what is built of them is not. */
function readPickle(file: Uint8Array, start: number): Pickle {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const texts: string[] = []
  for (let at = start; ; ) {
    const code = view.getUint8(at++)
    if (code === STOP) return { texts, end: at }
    if (code === LONG) at += 1 + view.getUint8(at)
    else if (code === GLOBAL) at = file.indexOf(NEW_LINE, file.indexOf(NEW_LINE, at) + 1) + 1
    else if (code === TEXT) {
      const end = at + 4 + view.getUint32(at, true)
      texts.push(new TextDecoder().decode(file.subarray(at + 4, end)))
      at = end
    } else at += argumentBytes.get(code) ?? 0
  }
}

/**
 * The values of each tensor of floats in a `.pth` of before PyTorch 1.6, in the order in which the
 * file names them: five pickles (the fourth names tensors, the fifth lists storages), then storages.
 */
export function readTorchTensors(file: Uint8Array): readonly Float32Array[] {
  const pickles: Pickle[] = []
  for (let at = 0; pickles.length < 5; at = pickles.at(-1)?.end ?? 0) {
    pickles.push(readPickle(file, at))
  }
  const [, , , tensors, storages] = pickles
  if (tensors === undefined || storages === undefined) throw new Error('not a PyTorch file')
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const values = new Map<string, Float32Array>()
  let at = storages.end
  for (const name of storages.texts) {
    const end = at + 8 + Number(view.getBigUint64(at, true)) * 4
    values.set(name, new Float32Array(Uint8Array.from(file.subarray(at + 8, end)).buffer))
    at = end
  }
  return tensors.texts.flatMap((text) => values.get(text) ?? [])
}
