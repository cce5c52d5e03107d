import { expose, transfer } from 'comlink'
import { type Outcome, outcomeOf } from '#core/errors.ts'
import { stripWork } from '#core/imaging/own-thread.ts'
import type { StripWork } from '#core/imaging/strip-work.ts'
import type { FloatPlane, Raster } from '#core/pixels/raster.ts'
import { loadKernels } from '../kernels.ts'
import type { StripsApi } from './strips-api.ts'

let loaded: Promise<StripWork> | null = null
const work = (): Promise<StripWork> => {
  loaded ??= loadKernels().then(stripWork)
  return loaded
}

/** Does one strip; its pixels go back without a copy. */
async function done<Made extends FloatPlane | Raster>(
  make: (work: StripWork) => Made,
): Promise<Outcome<Made>> {
  const outcome = await outcomeOf(async () => make(await work()))
  if (!outcome.ok) return outcome
  const pixels = 'rgba' in outcome.value ? outcome.value.rgba : outcome.value.values
  return transfer(outcome, [pixels.buffer])
}

const api: StripsApi = {
  open: () =>
    outcomeOf(async () => {
      await work()
    }),
  gaussian: (...given) => done((strips) => strips.gaussian(...given)),
  guidedFilter: (...given) => done((strips) => strips.guidedFilter(...given)),
  guidedFilterColour: (...given) => done((strips) => strips.guidedFilterColour(...given)),
  colourMatte: async (...given) => {
    const outcome = await outcomeOf(async () => (await work()).colourMatte(...given))
    if (!outcome.ok) return outcome
    const { alpha, confidence } = outcome.value
    return transfer(outcome, [alpha.values.buffer, confidence.values.buffer])
  },
  flowLines: (...given) => done((strips) => strips.flowLines(...given)),
  lineIntegral: (...given) => done((strips) => strips.lineIntegral(...given)),
  drawCels: (...given) => done((strips) => strips.drawCels(...given)),
  edgeLines: (...given) => done((strips) => strips.edgeLines(...given)),
  drawSketch: (rows) => done((strips) => strips.drawSketch(rows)),
  packRows: async (...given) => {
    const outcome = await outcomeOf(async () => (await work()).packRows(...given))
    return outcome.ok ? transfer(outcome, [outcome.value.deflated.buffer]) : outcome
  },
}

expose(api)
