import { expose, transfer } from 'comlink'
import * as ort from 'onnxruntime-web/jspi'
import { outcomeOf, StampaError } from '#core/errors.ts'
import type { InferenceSession, Tensor } from '#core/imaging/tool.ts'
import { toolSession } from './onnx-session.ts'
import type { WebgpuApi, WebgpuFiles } from './webgpu-api.ts'
import { webgpuRuntime } from './webgpu-runtime.ts'

interface Opened {
  readonly session: InferenceSession
  /** Rejects once the graphics processor is gone: a driver's restart, a device unplugged. */
  readonly lost: Promise<never>
}
let opened: Opened | null = null

async function open({ name, wasm, model }: WebgpuFiles): Promise<Opened> {
  ort.env.logLevel = 'error'
  ort.env.wasm.wasmBinary = wasm
  ort.env.wasm.wasmPaths = { wasm: webgpuRuntime.url }
  // What it computes is computed elsewhere.
  ort.env.wasm.numThreads = 1
  const session = await ort.InferenceSession.create(new Uint8Array(model), {
    executionProviders: ['webgpu'],
    graphOptimizationLevel: 'all',
  })
  const device = await ort.env.webgpu.device
  const lost = device.lost.then(({ message }) => {
    throw new Error(`the device was lost: ${message}`)
  })
  lost.catch(() => undefined)
  return { session: toolSession(ort, session, name), lost }
}

async function run(input: Tensor): Promise<Tensor> {
  if (opened === null) throw new StampaError('internal-fault', { cause: 'not opened' })
  return await Promise.race([opened.session.run(input), opened.lost])
}

const api: WebgpuApi = {
  open: (files) =>
    outcomeOf(async () => {
      opened = await open(files)
    }),
  run: async (input) => {
    const outcome = await outcomeOf(() => run(input))
    return outcome.ok ? transfer(outcome, [outcome.value.values.buffer]) : outcome
  },
}

expose(api)
