import { readFileSync } from 'node:fs'
import { createRaster } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import {
  floatAttribute,
  floats,
  integers,
  intsAttribute,
  node,
  onnxOf,
  textAttribute,
  valueInfo,
} from '../../build/onnx-writer.ts'
import { openNetwork } from '../fixtures/shipped-networks.ts'
import { type Reference, referenceFile } from './reference-models.ts'
import { tensorOf } from './reference-tensors.ts'
import { readTorchTensors } from './torch-file.ts'

const FOLDER = 'colour/image-adaptive-3dlut'
const LUTS = `${FOLDER}/LUTs.pth`
const CLASSIFIER = `${FOLDER}/classifier.pth`
export const adaptiveLut: Reference = {
  name: 'Image-Adaptive 3D LUT',
  files: [LUTS, CLASSIFIER],
}

const SIDE = 33
const STEP = SIDE - 1
/** Of each convolution that halves the picture; the last one is not normalized. */
const CHANNELS = [3, 16, 32, 64, 128, 128]
const LOOK_PX = 256

/** The weights of the three tables, from a photo of any size (Zeng et al. 2020, sRGB, paired). */
function classifierOnnx(): Uint8Array {
  const values = readTorchTensors(readFileSync(referenceFile(CLASSIFIER))).values()
  const tensors = [integers('size', [1, 3, LOOK_PX, LOOK_PX])]
  const stored = (name: string, shape: readonly number[]) => {
    tensors.push(floats(name, shape, values.next().value ?? new Float32Array()))
    return name
  }
  const nodes = [
    node('Resize', ['photo', '', '', 'size'], 'layer0', [textAttribute('mode', 'linear')]),
  ]
  CHANNELS.slice(1).forEach((channels, layer) => {
    const weights = stored(`weights${layer}`, [channels, CHANNELS[layer] ?? 0, 3, 3])
    const bias = stored(`bias${layer}`, [channels])
    const isLast = layer === CHANNELS.length - 2
    const relu = isLast ? 'features' : `relu${layer}`
    nodes.push(
      node('Conv', [`layer${layer}`, weights, bias], `conv${layer}`, [
        intsAttribute('strides', [2, 2]),
        intsAttribute('pads', [1, 1, 1, 1]),
      ]),
      node('LeakyRelu', [`conv${layer}`], relu, [floatAttribute('alpha', 0.2)]),
    )
    if (isLast) return
    const norm = [stored(`scale${layer}`, [channels]), stored(`shift${layer}`, [channels])]
    nodes.push(node('InstanceNormalization', [relu, ...norm], `layer${layer + 1}`))
  })
  const last = [stored('weights', [3, 128, 8, 8]), stored('bias', [3])]
  return onnxOf({
    nodes: [...nodes, node('Conv', ['features', ...last], 'shares')],
    tensors,
    input: valueInfo('photo', [1, 3, 'height', 'width']),
    output: valueInfo('shares', [1, 3, 1, 1]),
  })
}

/** What the reference model makes of a photo. */
export async function openAdaptiveLut(): Promise<(photo: Raster) => Promise<Raster>> {
  // The file names the last table first.
  const luts = readTorchTensors(readFileSync(referenceFile(LUTS))).toReversed()
  const classifier = await openNetwork(classifierOnnx())
  return async (photo) => {
    const { values } = await classifier.run(
      tensorOf(photo, { order: 'rgb', toInput: (value) => value / 255 }),
    )
    const table = new Float32Array(SIDE ** 3 * 3)
    luts.forEach((lut, which) => {
      lut.forEach((value, at) => {
        table[at] = (table[at] ?? 0) + value * (values[which] ?? 0)
      })
    })
    return lookedUp(photo, table)
  }
}

/** Red runs fastest in the table; one cube after another for each channel. */
function lookedUp({ widthPx, heightPx, rgba }: Raster, table: Float32Array): Raster {
  const result = createRaster(widthPx, heightPx)
  for (let at = 0; at < rgba.length; at += 4) {
    const places = [...rgba.subarray(at, at + 3)].map((value) => (value / 255) * STEP)
    const corners = cornersOf(places)
    for (let channel = 0; channel < 3; channel++) {
      const cube = channel * SIDE ** 3
      const value = corners.reduce(
        (sum, [entry, share]) => sum + share * (table[cube + entry] ?? 0),
        0,
      )
      result.rgba[at + channel] = value * 255
    }
    result.rgba[at + 3] = 255
  }
  return result
}

type Corner = readonly [entry: number, share: number]

/** The eight entries about a colour, and their shares in it. */
const cornersOf = (places: readonly number[]): readonly Corner[] =>
  places.reduceRight<readonly Corner[]>(
    (corners, place) => {
      const cell = Math.min(STEP - 1, Math.floor(place))
      return corners.flatMap(([entry, share]): readonly Corner[] => [
        [entry * SIDE + cell, share * (1 - (place - cell))],
        [entry * SIDE + cell + 1, share * (place - cell)],
      ])
    },
    [[0, 1]],
  )
