import sharp from 'sharp'

/** Pixels of a file, RGBA or grey, as they are. */
interface Pixels {
  readonly widthPx: number
  readonly heightPx: number
  readonly values: Uint8Array
}

async function pixelsOf(file: Uint8Array, channels: 1 | 4): Promise<Pixels> {
  const picture = channels === 1 ? sharp(file).extractChannel(0) : sharp(file).ensureAlpha()
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return { widthPx: info.width, heightPx: info.height, values: data }
}

async function both(one: Uint8Array, other: Uint8Array, channels: 1 | 4) {
  const pair = [await pixelsOf(one, channels), await pixelsOf(other, channels)] as const
  const [a, b] = pair
  if (a.widthPx !== b.widthPx || a.heightPx !== b.heightPx)
    throw new Error(`${a.widthPx} x ${a.heightPx} against ${b.widthPx} x ${b.heightPx}`)
  return pair
}

/**
 * Mean difference of two pictures' channels, of 255, as they look on white: what is clear has no
 * colour of its own.
 */
export async function meanDifference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = await both(one, other, 4)
  let sum = 0
  for (let at = 0; at < a.values.length; at += 4) {
    for (let c = 0; c < 3; c++) sum += Math.abs(onWhite(a.values, at, c) - onWhite(b.values, at, c))
  }
  return sum / (a.values.length * 0.75)
}

const onWhite = (values: Uint8Array, at: number, channel: number): number => {
  const alpha = (values[at + 3] ?? 0) / 255
  return (values[at + channel] ?? 0) * alpha + 255 * (1 - alpha)
}

/** Intersection over union of two mattes, each cut at its half. */
export async function matteOverlap(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = await both(one, other, 1)
  let [shared, all] = [0, 0]
  a.values.forEach((value, at) => {
    const [isIn, isInOther] = [value >= 128, (b.values[at] ?? 0) >= 128]
    if (isIn && isInOther) shared++
    if (isIn || isInOther) all++
  })
  return all === 0 ? 1 : shared / all
}
