import type { Kernels } from '../../../kernels/kernels.ts'
import type { PixelSink, PixelSource } from '../../../pixels/pixels.ts'
import type { Raster } from '../../../pixels/raster.ts'
import { eachStrip, planStrips } from '../../../pixels/strips.ts'
import { onWhite } from '../../../pixels/white-paper.ts'
import { threadsOf } from '../../own-thread.ts'
import { sampledCopy } from '../../sampled-copy.ts'
import type { InferenceSession, Tensor, ToolEnvironment } from '../../tool.ts'
import { backdropOf, beforeBlack } from './backdrop.ts'
import { levelsByDaylight, shareOfDaylight, type ToDaylight, tablesByDaylight } from './daylight.ts'
import { livened } from './dullness.ts'
import { insistedOn, keepsColours } from './insistence.ts'
import { lampOf, withoutLamp } from './lamp.ts'
import { isNoLight, type Light, learnedLight, litCopy, openedLight, placesIn } from './light.ts'
import { lightGainsOf, tablesOf } from './look.ts'
import { dimmedLight, overexposureOf } from './overexposure.ts'
import { keepsSkin, peopleIn } from './people.ts'
import { lightRestraint, restraint, veiledShare } from './restraint.ts'
import { gainsBeside, insistedTone, toneOf, toneOfCurves } from './tone.ts'
import { withoutTubes } from './tubes.ts'
import { USUAL_STRENGTH } from './usual-strength.ts'
import { unevenVeilOf, veilFrom } from './veil.ts'

export interface EnhanceSettings {
  /** 0 leaves the photo as it is, 1 applies the whole correction and all of the look. */
  readonly strength: number
}

/** Side of the square copy that the network sees. */
const SEEN_PX = 256
/** A pixel costs so little here that the turns between strips would count. */
const STRIP_PX = 524_288

/**
 * Improves light and colour: a network looks at a small copy and answers one change for every colour
 * and one for the light around a place, so there are no seams and size costs nothing but one pass
 * over the photo.
 * @param network of the role `enhance/colour`
 */
export async function enhance(
  env: ToolEnvironment,
  source: PixelSource,
  settings: EnhanceSettings,
  network: InferenceSession,
  sink: PixelSink,
): Promise<void> {
  const first = onWhite(await sampledCopy(env, source, SEEN_PX))
  const { veilOf, seen } = seenIn(env.kernels, first, settings.strength)
  const look = await network.run(tensorOf(seen.daylit))
  const light = lightOf(env.kernels, seen, look, settings.strength)
  const veil = veilOf?.(source)
  const isPlain = isNoLight(light)
  const strips = planStrips(source.widthPx, source.heightPx, 0, STRIP_PX)
  const { release } = threadsOf(env)
  await eachStrip(env, 'enhance', strips, async (strip) => {
    const rows = source.read({
      x: 0,
      y: strip.topPx,
      width: source.widthPx,
      height: strip.heightPx,
    })
    const pass = { ...light, around: placesIn(source, strip.topPx, SEEN_PX) }
    const { kernels } = env
    if (veil !== undefined) kernels.unveil(rows, veilFrom(veil, strip.topPx), rows)
    const made = isPlain
      ? kernels.colourTables(rows, light.tables, rows)
      : kernels.relight(rows, pass, rows)
    await sink.write(strip.topPx, made)
    release(made.rgba.buffer)
  })
}

/** The share of a look's light is the share of its colours to this power: shadows are lacked more often. */
const LIGHT_POWER = 0.2

/** What is known of a photo. */
interface Seen {
  /** Of the photo, small, without what its veil has more of in one part than in another. */
  readonly copy: Raster
  /** How sure it is that there was a veil, 0..1. */
  readonly veiled: number
  /** By how much it is too light. */
  readonly stops: number
  /** What takes the light of lamps and tubes out, before all else. */
  readonly toDaylight: ToDaylight
  /** The copy without that. */
  readonly daylit: Raster
}

/**
 * What a look does to a photo, at a strength: as much of its colours and of its light as is good for
 * the photo, shadows opened besides, and a dull one livened.
 */
export function lightOf(kernels: Kernels, seen: Seen, look: Tensor, strength: number): Light {
  const { copy, toDaylight, daylit, veiled, stops } = seen
  const gains = lightGainsOf(look)
  const whole = learnedLight(kernels, daylit, tablesOf(look, 1), gains, 1)
  const most = restraint(daylit, litCopy(kernels, daylit, whole), veiled)
  const levels = levelsByDaylight(toDaylight)
  const under = (tried: number) => kernels.colourTables(copy, tablesOf(look, tried, levels))
  const share = natural(most, (tried) => keepsSkin(copy, under(tried)))
  const given =
    strength > USUAL_STRENGTH ? insistedOn(share, mostOf(copy, share, under), strength) : share
  const lamplit = levelsByDaylight(shareOfDaylight(toDaylight, strength))
  const lightShare = most ** LIGHT_POWER
  const lit = litCopy(
    kernels,
    copy,
    learnedLight(kernels, copy, tablesOf(look, share, levels), gains, lightShare),
  )
  const tone = insistedTone(toneOf(copy, lit, veiled), strength)
  const lightGiven = insistedOn(lightShare * lightRestraint(copy, lit), 1, strength)
  const tables = tablesOf(look, strength * given, lamplit, toneOfCurves(tone, strength * given))
  const learned = learnedLight(
    kernels,
    copy,
    tables,
    gainsBeside(tone, gains),
    strength * lightGiven * Math.max(1, tone.share),
  )
  const backdrop = backdropOf(kernels, kernels.colourTables(copy, tables))
  const opened = openedLight(kernels, copy, learned, strength, backdrop)
  const held = beforeBlack(opened, backdrop, peopleIn(under(share)))
  return livened(kernels, copy, dimmedLight(held, strength * stops), strength)
}

/** What a small copy of a photo shows before the network looks: veil, lamp, and what is too light. */
function seenIn(kernels: Kernels, first: Raster, strength: number) {
  const veiled = veiledShare(first)
  const veilOf = unevenVeilOf(first, strength * veiled)
  const copy = veilOf === null ? first : kernels.unveil(first, veilOf(first))
  const toDaylight = toDaylightFrom(kernels, copy)
  const daylit = kernels.colourTables(copy, tablesByDaylight(toDaylight))
  const seen: Seen = { copy, toDaylight, daylit, veiled, stops: overexposureOf(first) }
  return { veilOf, seen }
}

/** What takes lamp light out of a photo, or the green of tubes; nothing where that would turn people lilac. */
function toDaylightFrom(kernels: Kernels, copy: Raster): ToDaylight {
  const lamp = lampOf(copy)
  const change = lamp > 0 ? withoutLamp(lamp) : withoutTubes(kernels, copy)
  return keepsSkin(copy, kernels.colourTables(copy, tablesByDaylight(change))) ? change : [0, 0, 0]
}

/** Shares of a change that are tried until people look natural. */
const LESS = 0.8
const TRIES = 8

/** As much of a change as leaves a photo natural, `most` at most. */
function natural(most: number, isNatural: (share: number) => boolean): number {
  let share = most
  for (let tried = 0; tried < TRIES; tried++) {
    if (isNatural(share)) return share
    share *= LESS
  }
  return 0
}

/** As much of a look as may be given at the end of the slider; `share` or less is no more. */
function mostOf(copy: Raster, share: number, under: (share: number) => Raster): number {
  const usual = under(share)
  return natural(1, (tried) => {
    if (tried <= share) return true
    const more = under(tried)
    return keepsSkin(copy, more) && keepsColours(usual, more)
  })
}

/** RGB 0..1, NCHW. */
function tensorOf({ widthPx, heightPx, rgba }: Raster): Tensor {
  const count = widthPx * heightPx
  const values = new Float32Array(count * 3)
  for (let at = 0; at < count; at++) {
    for (let c = 0; c < 3; c++) values[c * count + at] = (rgba[at * 4 + c] ?? 0) / 255
  }
  return { shape: [1, 3, heightPx, widthPx], values }
}
