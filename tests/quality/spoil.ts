import { createRaster } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'

/**
 * What goes wrong with photographs, for measuring. `training/colour_faults.py` spoils by functions of
 * its own and never by one of these.
 */
export type Fault = (photo: Raster) => Raster

type Colour = [red: number, green: number, blue: number]
/** Changes a colour in place: values 0..1, at a place 0..1 from left and top. */
type Change = (colour: Colour, u: number, v: number, at: number) => void

const toLight = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

function toValue(light: number): number {
  const clipped = Math.min(1, Math.max(0, light))
  return clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055
}

const LIGHT = Float64Array.from({ length: 256 }, (_, value) => toLight(value / 255))

/** Changes the light, before it becomes a picture. */
const inLight = (change: Change): Fault => changed(change, (byte) => LIGHT[byte] ?? 0, toValue)
/** Changes the picture's values. */
const inValues = (change: Change): Fault =>
  changed(
    change,
    (byte) => byte / 255,
    (value) => value,
  )

const changed =
  (change: Change, from: (byte: number) => number, to: (changed: number) => number): Fault =>
  ({ widthPx, heightPx, rgba }) => {
    const result = createRaster(widthPx, heightPx)
    const colour: Colour = [0, 0, 0]
    for (let at = 0; at < rgba.length; at += 4) {
      for (let c = 0; c < 3; c++) colour[c] = from(rgba[at + c] ?? 0)
      const pixel = at / 4
      change(colour, (pixel % widthPx) / widthPx, Math.floor(pixel / widthPx) / heightPx, at)
      for (let c = 0; c < 3; c++) result.rgba[at + c] = 255 * to(colour[c] ?? 0)
      result.rgba[at + 3] = 255
    }
    return result
  }

const each = (colour: Colour, change: (value: number, channel: number) => number): void => {
  for (let c = 0; c < 3; c++) colour[c] = change(colour[c] ?? 0, c)
}

export const exposed = (stops: number): Fault =>
  inLight((colour) => each(colour, (light) => light * 2 ** stops))
const power = (gamma: number): Fault =>
  inValues((colour) => each(colour, (value) => value ** gamma))
const contrast = (factor: number): Fault =>
  inValues((colour) => each(colour, (value) => (value - 0.5) * factor + 0.5))
/** A curve too steep in the middle. */
const hard: Fault = inValues((colour) =>
  each(colour, (value) => 0.5 + Math.tanh(3.2 * (value - 0.5)) / (2 * Math.tanh(1.6))),
)
const saturation = (factor: number): Fault =>
  inValues((colour) => {
    const luma = 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]
    each(colour, (value) => luma + (value - luma) * factor)
  })

/** Gains of red, green and blue under a black body (Kim et al. 2002), as bright as daylight. */
function lampGains(kelvin: number): Colour {
  const t = 1000 / kelvin
  const x =
    kelvin < 4000
      ? -0.2661239 * t ** 3 - 0.234358 * t ** 2 + 0.8776956 * t + 0.17991
      : -3.0258469 * t ** 3 + 2.1070379 * t ** 2 + 0.2226347 * t + 0.24039
  const y =
    kelvin < 4000
      ? -0.9549476 * x ** 3 - 1.37418593 * x ** 2 + 2.09137015 * x - 0.16748867
      : 3.081758 * x ** 3 - 5.8733867 * x ** 2 + 3.75112997 * x - 0.37001483
  const [bigX, bigZ] = [x / y, (1 - x - y) / y]
  return [
    3.2404542 * bigX - 1.5371385 - 0.4985314 * bigZ,
    -0.969266 * bigX + 1.8760108 + 0.041556 * bigZ,
    0.0556434 * bigX - 0.2040259 + 1.0572252 * bigZ,
  ]
}
const DAYLIGHT_KELVIN = 6500

/** Lamps of a temperature; of another one to the right. */
export function lit(left: number, right = left): Fault {
  const day = lampGains(DAYLIGHT_KELVIN)
  const gains = [left, right].map((kelvin) =>
    lampGains(kelvin).map((gain, c) => gain / (day[c] ?? 1)),
  )
  return inLight((colour, u) => {
    const share = u * u * (3 - 2 * u)
    each(colour, (light, c) => {
      const one = gains[0]?.[c] ?? 1
      const other = gains[1]?.[c] ?? 1
      return light * (one + (other - one) * share)
    })
  })
}
const tubes: Fault = inLight((colour) => {
  colour[0] *= 0.92
  colour[1] *= 1.22
  colour[2] *= 0.85
})

/** A veil that grows thicker towards the top, as with distance. */
export const haze = (most: number, air: Colour): Fault =>
  inLight((colour, _, v) => {
    const seen = Math.exp(-most * (1.2 - v))
    each(colour, (light, c) => light * seen + (air[c] ?? 0) * (1 - seen))
  })

/** Dyes that have paled, yellow first, on paper that has yellowed. */
const faded: Fault = inValues((colour) => {
  const grey = (colour[0] + colour[1] + colour[2]) / 3
  each(colour, (value, c) => {
    const paled = 0.75 * value + 0.25 * grey
    return 0.22 + (0.1 - 0.035 * c) + (0.64 - 0.03 * c) * paled
  })
})

/** Who stands before the light is dark: what is darker than its surroundings, most of all. */
function backlit(stops: number): Fault {
  return (photo) => {
    const { widthPx, heightPx, rgba } = photo
    const light = blurred(photo, Math.max(widthPx, heightPx) * 0.03)
    return inLight((colour, _u, _v, at) => {
      const own =
        (0.3 * (rgba[at] ?? 0) + 0.59 * (rgba[at + 1] ?? 0) + 0.11 * (rgba[at + 2] ?? 0)) / 255
      const dark = 1 / (1 + Math.exp(14 * (0.5 * own + 0.5 * (light[at / 4] ?? 0) - 0.5)))
      each(colour, (value) => value * 2 ** (-stops * dark))
    })(photo)
  }
}

/** Luma 0..1, a Gaussian by three box means along each axis. */
function blurred({ widthPx, heightPx, rgba }: Raster, sigmaPx: number): Float32Array {
  let plane = Float32Array.from({ length: widthPx * heightPx }, (_, i) => {
    const at = i * 4
    return (0.3 * (rgba[at] ?? 0) + 0.59 * (rgba[at + 1] ?? 0) + 0.11 * (rgba[at + 2] ?? 0)) / 255
  })
  for (let pass = 0; pass < 3; pass++) {
    plane = boxed(plane, widthPx, heightPx, 1, widthPx, sigmaPx)
    plane = boxed(plane, heightPx, widthPx, widthPx, 1, sigmaPx)
  }
  return plane
}

function boxed(
  plane: Float32Array<ArrayBuffer>,
  length: number,
  lines: number,
  step: number,
  lineStep: number,
  radiusPx: number,
): Float32Array<ArrayBuffer> {
  const radius = Math.max(1, Math.round(radiusPx))
  const result = new Float32Array(plane.length)
  for (let line = 0; line < lines; line++) {
    const at = (i: number) =>
      plane[line * lineStep + Math.min(length - 1, Math.max(0, i)) * step] ?? 0
    let sum = 0
    for (let i = -radius; i <= radius; i++) sum += at(i)
    for (let i = 0; i < length; i++) {
      result[line * lineStep + i * step] = sum / (2 * radius + 1)
      sum += at(i + radius + 1) - at(i - radius)
    }
  }
  return result
}

/** Light that falls off to the left, or towards the corners. */
const sideLight = (stops: number): Fault =>
  inLight((colour, u) => each(colour, (light) => light * 2 ** (-stops * (1 - u))))
const flash = (stops: number): Fault =>
  inLight((colour, u, v) => {
    const far = Math.min(1, ((u - 0.5) ** 2 + (v - 0.5) ** 2) * 2)
    each(colour, (light) => light * 2 ** (-stops * far))
  })

/** Photons counted: fewer of them, and the noise of counting and of reading. */
export function noisy(stops: number, photons: number): Fault {
  return (photo) => {
    let state = 12345
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return (state + 0.5) / 2 ** 32
    }
    const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
    return inLight((colour) =>
      each(colour, (light) => {
        const counted = light * 2 ** stops * photons
        return (counted + normal() * Math.sqrt(counted + 4)) / photons
      }),
    )(photo)
  }
}

const all =
  (...faults: readonly Fault[]): Fault =>
  (photo) =>
    faults.reduce((seen, fault) => fault(seen), photo)

/** Strong faults: who looks at the photo sees them at once. */
export const largeFaults = {
  dark: exposed(-1.5),
  bright: exposed(0.9),
  'dark by gamma 1.8': power(1.8),
  'pale by gamma 0.6': power(0.6),
  flat: contrast(0.6),
  hard,
  dull: saturation(0.5),
  'lamp light, 3600 K': lit(3600),
  'shade, 11000 K': lit(11000),
  'fluorescent tubes': tubes,
  'mixed lamps': lit(3700, 7500),
  haze: haze(0.55, [0.72, 0.75, 0.8]),
  'faded print': faded,
  backlit: backlit(1.8),
  'light from one side': sideLight(2),
  'flash in the middle': flash(1.6),
  'dark and noisy': noisy(-1.5, 700),
  'dark and yellow': all(exposed(-1.1), lit(3900)),
  'hazy and cold': all(haze(0.35, [0.6, 0.66, 0.75]), lit(8500)),
} as const satisfies Readonly<Record<string, Fault>>

/** Small faults: a small cure is wanted. */
export const smallFaults = {
  'a little dark': exposed(-0.4),
  'a little bright': exposed(0.3),
  'gamma 1.25': power(1.25),
  'gamma 0.85': power(0.85),
  'a little flat': contrast(0.8),
  'a little dull': saturation(0.7),
  gaudy: saturation(1.35),
  'warm lamp, 5000 K': lit(5000),
  'light shade, 8000 K': lit(8000),
  'a little backlit': backlit(0.7),
} as const satisfies Readonly<Record<string, Fault>>
