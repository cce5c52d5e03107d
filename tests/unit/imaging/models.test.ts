import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createModelRegistry } from '#core/imaging/models.ts'
import { fileOf } from '../../fixtures/shipped-networks.ts'

const root = new URL('../../../', import.meta.url)
const cards = readdirSync(new URL('models/', root), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry): unknown =>
    JSON.parse(readFileSync(new URL(`models/${entry.name}/model.json`, root), 'utf8')),
  )

function enlargerCard(role: string) {
  const tensor = { shape: [1, 1, null, null], layout: 'nchw', range: [0, 1], colour: 'y' }
  return {
    name: 'tiny',
    role,
    version: '1',
    description: 'made by hand',
    licence: 'ours',
    source: 'this test',
    sha256: '0'.repeat(64),
    bytes: 1,
    compressedBytes: 1,
    file: 'tiny.onnx',
    tile: { sizePx: 64, overlapPx: 1 },
    inputs: [{ name: 'input', ...tensor }],
    outputs: [{ name: 'output', ...tensor }],
  }
}

describe('the model registry', () => {
  const registry = createModelRegistry(cards)

  it('finds a model by its role', () => {
    expect(registry.find('face/detect')?.name).toBe('face-detection-full-range')
    expect(registry.find('person/mask')?.licence).toBe('Apache-2.0')
  })

  it('says null for a role that no model has', () => {
    expect(createModelRegistry([]).find('enhance/colour')).toBeNull()
  })

  it('refuses a card that is not valid, and two models for one role', () => {
    expect(() => createModelRegistry([{ name: 'x' }])).toThrow('Model card not valid')
    expect(() => createModelRegistry([...cards, ...cards])).toThrow('Two models for')
  })

  it('refuses a role that no pipeline asks for', () => {
    expect(createModelRegistry([enlargerCard('super-resolution/x2')]).cards).toHaveLength(1)
    expect(() => createModelRegistry([enlargerCard('super-resolution/x3')])).toThrow(
      'Model card not valid',
    )
  })

  it('holds cards whose files are what they say', () => {
    for (const card of registry.cards) {
      const bytes = readFileSync(new URL(fileOf(card), root))
      expect(bytes.length).toBe(card.bytes)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(card.sha256)
    }
  })
})

describe('the sizes that the download progress is shown in', () => {
  it('are those of the runtimes', () => {
    const source = (path: string) => readFileSync(new URL(path, root), 'utf8')
    const stated = (text: string) =>
      Number(/ bytes: ([\d_]+)/.exec(text)?.[1]?.replaceAll('_', '') ?? 0)
    const sizeOf = (path: string) => statSync(new URL(`node_modules/${path}`, root)).size
    expect(stated(source('workers/imaging/inference/onnx.ts'))).toBe(
      sizeOf('onnxruntime-web/dist/ort-wasm-simd-threaded.wasm'),
    )
    expect(stated(source('workers/imaging/inference/webgpu-runtime.ts'))).toBe(
      sizeOf('onnxruntime-web/dist/ort-wasm-simd-threaded.jspi.wasm'),
    )
  })
})
