/**
 * Gaussian blur of a plane in place, by a sampled kernel three sigmas wide on each side; outside
 * the plane is 0.
 * @param values `widthPx * heightPx` values
 * @param sigmaPx 0 changes nothing
 */
export function blurAlpha(
  values: Float32Array,
  widthPx: number,
  heightPx: number,
  sigmaPx: number,
): void {
  if (sigmaPx < 0.1) return
  const kernel = gaussianKernel(sigmaPx)
  const line = new Float32Array(Math.max(widthPx, heightPx))
  for (let y = 0; y < heightPx; y++) blurLine(values, y * widthPx, 1, widthPx, kernel, line)
  for (let x = 0; x < widthPx; x++) blurLine(values, x, widthPx, heightPx, kernel, line)
}

/** Half of a normalised kernel: the middle first. */
function gaussianKernel(sigmaPx: number): Float32Array {
  const radius = Math.ceil(sigmaPx * 3)
  const kernel = Float32Array.from({ length: radius + 1 }, (_, at) =>
    Math.exp(-(at * at) / (2 * sigmaPx * sigmaPx)),
  )
  const sum = kernel.reduce((total, value, at) => total + (at === 0 ? value : 2 * value), 0)
  return kernel.map((value) => value / sum)
}

function blurLine(
  values: Float32Array,
  start: number,
  step: number,
  length: number,
  kernel: Float32Array,
  line: Float32Array,
): void {
  for (let at = 0; at < length; at++) line[at] = values[start + at * step] ?? 0
  for (let at = 0; at < length; at++) {
    let sum = (line[at] ?? 0) * (kernel[0] ?? 1)
    for (let tap = 1; tap < kernel.length; tap++) {
      const before = at - tap < 0 ? 0 : (line[at - tap] ?? 0)
      const after = at + tap >= length ? 0 : (line[at + tap] ?? 0)
      sum += (before + after) * (kernel[tap] ?? 0)
    }
    values[start + at * step] = sum
  }
}
