import { expose, transfer } from 'comlink'
import { type Outcome, outcomeOf } from '#core/errors.ts'
import { stripWork } from '#core/imaging/own-thread.ts'
import type { StripWork } from '#core/imaging/strip-work.ts'
import { loadKernels } from '../kernels.ts'
import { buffersIn } from './spare-buffers.ts'
import type { Done, StripsApi } from './strips-api.ts'

let loaded: Promise<StripWork> | null = null
const work = (): Promise<StripWork> => {
  loaded ??= loadKernels().then(stripWork)
  return loaded
}

/** Does one strip; its pixels go back without a copy, and so does the memory of what was given. */
async function done<Given extends readonly unknown[], Made>(
  given: Given,
  make: (work: StripWork, ...given: Given) => Made,
): Promise<Outcome<Done<Made>>> {
  const outcome = await outcomeOf(async () => {
    const made = make(await work(), ...given)
    return { made, spent: buffersIn(given) }
  })
  return outcome.ok ? transfer(outcome, [...buffersIn(outcome.value)]) : outcome
}

const api: StripsApi = {
  open: () =>
    outcomeOf(async () => {
      await work()
    }),
  gaussian: (...given) => done(given, (strips, ...own) => strips.gaussian(...own)),
  guidedFilter: (...given) => done(given, (strips, ...own) => strips.guidedFilter(...own)),
  guidedFilterColour: (...given) =>
    done(given, (strips, ...own) => strips.guidedFilterColour(...own)),
  colourMatte: (...given) => done(given, (strips, ...own) => strips.colourMatte(...own)),
  directedLines: (...given) => done(given, (strips, ...own) => strips.directedLines(...own)),
  directedStrokes: (...given) => done(given, (strips, ...own) => strips.directedStrokes(...own)),
  drawCels: (...given) => done(given, (strips, ...own) => strips.drawCels(...own)),
  edgeForm: (...given) => done(given, (strips, ...own) => strips.edgeForm(...own)),
  edgeLines: (...given) => done(given, (strips, ...own) => strips.edgeLines(...own)),
  drawSketch: (...given) => done(given, (strips, ...own) => strips.drawSketch(...own)),
  packRows: (...given) => done(given, (strips, ...own) => strips.packRows(...own)),
  resizeAreaRows: (...given) => done(given, (strips, ...own) => strips.resizeAreaRows(...own)),
}

expose(api)
