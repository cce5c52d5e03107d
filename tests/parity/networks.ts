import type { ModelRole } from '#core/imaging/models.ts'
import { networkOf } from '#server/imaging/networks.ts'
import { drawnInput } from '../fixtures/drawn-input.ts'

/** A network's answer as it crosses from the page: floats as text. */
export interface SentAnswer {
  readonly base64: string
}

type InBrowser = (role: ModelRole) => Promise<SentAnswer>

const asked: readonly ModelRole[] = [
  'super-resolution/x2',
  'super-resolution/x2-compressed',
  'super-resolution/x4',
  'enhance/colour',
  'face/points',
  'person/body',
  'thing/mask',
  'head/hair',
  'hand/palms',
  'hand/points',
  'rescue/hole',
  'rescue/sheet',
]

/** The networks that onnxruntime runs on both sides, each shown the same drawn picture. */
export const measuredNetworks = asked.map((role) => ({
  name: role,
  /** Mean difference of the answers, of 255 for their whole range. */
  compared: async (inBrowser: InBrowser): Promise<number> => {
    const network = await networkOf(role)
    if (network === null) throw new Error(`no network for ${role}`)
    const { values } = await network.session.run(drawnInput(network.card))
    const seen = Buffer.from((await inBrowser(role)).base64, 'base64')
    const floats = new Float32Array(new Uint8Array(seen).buffer)
    if (floats.length !== values.length) throw new Error(`${floats.length} of ${values.length}`)
    const sum = values.reduce((total, value, at) => total + Math.abs(value - (floats[at] ?? 0)), 0)
    const [low, high] = network.card.outputs[0]?.range ?? [0, 1]
    return ((sum / values.length) * 255) / (high - low)
  },
}))
