import { readdirSync, readFileSync } from 'node:fs'
import * as ort from 'onnxruntime-node'
import { createModelRegistry, type OnnxCard } from '#core/imaging/models.ts'
import type { Enlarger } from '#core/imaging/super-resolution/super-resolution.ts'

/** The super-resolution networks that this build carries, run by Node's onnxruntime. */
export async function shippedEnlargers(): Promise<readonly Enlarger[]> {
  const cards = readdirSync('models').map((name) =>
    JSON.parse(readFileSync(`models/${name}/model.json`, 'utf8')),
  )
  const enlargers = createModelRegistry(cards).cards.filter(
    (card): card is OnnxCard => card.runtime === 'onnx' && card.scale > 1,
  )
  return await Promise.all(enlargers.map(open))
}

async function open(card: OnnxCard): Promise<Enlarger> {
  const session = await ort.InferenceSession.create(`models/${card.name}/${card.file}`)
  const [input, output] = [card.inputs[0]?.name ?? 'input', card.outputs[0]?.name ?? 'output']
  return {
    card,
    session: {
      run: async ({ shape, values }) => {
        const answer = (
          await session.run({ [input]: new ort.Tensor('float32', values, [...shape]) })
        )[output]
        if (!(answer?.data instanceof Float32Array)) throw new Error(`${card.name} gave no floats`)
        const [n = 0, c = 0, h = 0, w = 0] = answer.dims
        return { shape: [n, c, h, w], values: answer.data }
      },
      release: () => session.release(),
    },
  }
}
