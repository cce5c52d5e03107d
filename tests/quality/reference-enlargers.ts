import { readFileSync } from 'node:fs'
import type { ModelCard, Network } from '#core/imaging/models.ts'
import { openNetwork } from '../fixtures/shipped-networks.ts'
import { onnxOfTensorFlow, parametersOf } from './onnx-of-tensorflow.ts'
import { type Reference, referenceFile } from './reference-models.ts'
import { readTensorFlowGraph } from './tensorflow-graph.ts'

/** A frozen TensorFlow graph that takes luma 0..1 and gives it larger. */
interface ReferenceEnlarger extends Reference {
  readonly factor: 2 | 4
}

const enlarger = (name: string, folder: string, factor: 2 | 4): ReferenceEnlarger => ({
  name,
  factor,
  files: [`super-resolution/${folder}/${name}_x${factor}.pb`],
})

const all = [
  enlarger('FSRCNN-small', 'fsrcnn', 2),
  enlarger('FSRCNN', 'fsrcnn', 2),
  enlarger('ESPCN', 'espcn', 2),
  enlarger('LapSRN', 'lapsrn', 2),
  enlarger('FSRCNN-small', 'fsrcnn', 4),
  enlarger('FSRCNN', 'fsrcnn', 4),
  enlarger('ESPCN', 'espcn', 4),
]

export const referenceEnlargers = (factor: 2 | 4): readonly ReferenceEnlarger[] =>
  all.filter((each) => each.factor === factor)

/** A picture of the measuring sets is one tile. */
const WHOLE_PX = 2048

const luma: ModelCard['inputs'] = [
  { name: 'luma', shape: [1, 1, null, null], layout: 'nchw', range: [0, 1], colour: 'y' },
]

/**
 * The reference model in the pipeline of ours, so that both meet the same rounding.
 * @param like the card of a network of ours with the same factor
 */
export async function openReferenceEnlarger(
  { name, files: [file = ''] }: ReferenceEnlarger,
  like: ModelCard,
): Promise<Network> {
  const graph = readTensorFlowGraph(readFileSync(referenceFile(file)))
  const card: ModelCard = {
    ...like,
    name,
    inputs: luma,
    tile: { sizePx: WHOLE_PX, overlapPx: 0 },
    figures: { parameters: parametersOf(graph) },
  }
  return { card, session: await openNetwork(onnxOfTensorFlow(graph)) }
}
