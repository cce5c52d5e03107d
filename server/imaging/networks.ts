import * as ort from 'onnxruntime-node'
import { loadOnce, loadOnceEach } from '#core/cache/load-once.ts'
import type { ModelCard, ModelRole, Network } from '#core/imaging/models.ts'
import type { InferenceSession, Tensor } from '#core/imaging/tool.ts'
import { networksBy } from '#core/imaging/tool-definition.ts'
import { readModelRegistry, readNetwork } from './runtime-files.ts'

// Since 1.29 onnxruntime tells its maker about every process and session, and leaves an id of the
// machine in the home folder, unless this is set before the first session.
process.env['ORT_DISABLE_TELEMETRY'] = '1'

/** Of onnxruntime: errors alone. */
const LOG_ERRORS = 3

const modelRegistry = loadOnce(readModelRegistry)

/** What one of a network's outputs holds. */
interface Output {
  readonly shape: readonly number[]
  readonly values: Float32Array
}

interface OutputSession {
  readonly run: (input: Tensor) => Promise<Readonly<Record<string, Output>>>
  readonly release: () => Promise<void>
}

/**
 * A network of one input and several outputs, which are given by name. It blocks the event loop: who
 * needs that runs it in a thread.
 * @param threads that it computes in; 0 for what onnxruntime thinks best
 */
export async function openOutputs(file: Uint8Array, threads = 1): Promise<OutputSession> {
  const session = await ort.InferenceSession.create(file, {
    logSeverityLevel: LOG_ERRORS,
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
  })
  const [input = 'input'] = session.inputNames
  return {
    run: async ({ shape, values }) => {
      const feeds = { [input]: new ort.Tensor('float32', values, [...shape]) }
      const answers = Object.entries(await session.run(feeds))
      return Object.fromEntries(
        answers.map(([name, { data, dims }]) => {
          if (!(data instanceof Float32Array)) throw new Error(`${name} holds no floats`)
          return [name, { shape: dims, values: data }]
        }),
      )
    },
    release: () => session.release(),
  }
}

/** A network of one input and one output, from its bytes. */
export async function openNetwork(file: Uint8Array, threads = 1): Promise<InferenceSession> {
  const { run, release } = await openOutputs(file, threads)
  return {
    run: async (input) => {
      const [answer] = Object.values(await run(input))
      if (answer === undefined) throw new Error('a network without output')
      const [n = 0, c = 0, h = 0, w = 0] = answer.shape
      return { shape: [n, c, h, w], values: answer.values }
    },
    release,
  }
}

const loadSession = loadOnceEach(async (card: ModelCard) => openNetwork(await readNetwork(card)))

/** The network of a role, or null where this build has none. Loaded once, and kept. */
export async function networkOf(role: ModelRole): Promise<Network | null> {
  const card = (await modelRegistry()).find(role)
  return card === null ? null : { card, session: await loadSession(card) }
}

/** The networks of some roles, loaded once, and kept. */
export const networksOf = networksBy(networkOf)
