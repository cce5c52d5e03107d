/** Noise, 0..1, that is the same at the same place each time: an integer hash. @param x, y integers */
export function noiseAt(x: number, y: number): number {
  const mixed = Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263)
  const stirred = Math.imul(mixed ^ (mixed >>> 13), 1_274_126_177)
  return ((stirred ^ (stirred >>> 16)) >>> 0) / 2 ** 32
}

/** Noise of a row, 0..1, that goes straight from each integer place to the next one. @param y integer */
export function noiseAlong(x: number, y: number): number {
  const place = Math.floor(x)
  const share = x - place
  return noiseAt(place, y) * (1 - share) + noiseAt(place + 1, y) * share
}
