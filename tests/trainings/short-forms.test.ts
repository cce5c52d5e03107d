import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { photograph, photographsAreHere, photographsMissing } from '../fixtures/photographs.ts'

const run = promisify(execFile)
const python = ['/usr/bin/python3', 'python3'].find(
  (command) => spawnSync(command, ['-c', 'import torch, onnx, PIL']).status === 0,
)
const missing = photographsAreHere
  ? 'needs python3-torch, python3-onnx, python3-pil'
  : photographsMissing
const work = mkdtempSync(join(tmpdir(), 'stampa-training-'))

/** Memory that is given back is dear to ask for again, on some machines twice the training's time. */
const keepsMemory = {
  MALLOC_MMAP_THRESHOLD_: '4000000000',
  MALLOC_TRIM_THRESHOLD_: '8000000000',
}

/** What a training says in its short form: everything it printed. */
async function trained(
  script: string,
  steps: number,
  more: readonly string[] = [],
): Promise<string> {
  const { stdout } = await run(
    python ?? 'python3',
    [
      join('training', script),
      '--photographs',
      photograph('open'),
      '--work',
      work,
      '--steps',
      String(steps),
      ...more,
    ],
    { env: { ...process.env, ...keepsMemory, OMP_NUM_THREADS: '1' } },
  )
  return stdout
}

const numbersAfter = (words: RegExp, text: string): readonly number[] =>
  [...text.matchAll(words)].map(([, figure]) => Number(figure))

describe.skipIf(!photographsAreHere || python === undefined)(`training (${missing})`, () => {
  afterAll(() => rmSync(work, { recursive: true }))

  it('of super-resolution improves over its start, and resumes from its checkpoint', async () => {
    const first = await trained('super_resolution.py', 40)
    const [start = 0] = numbersAfter(/set5 ([\d.]+)/g, first)
    const [end = 0] = numbersAfter(/set5: ([\d.]+) dB/g, first)
    expect(end).toBeGreaterThan(start + 0.5)
    expect(existsSync(join(work, 'super-resolution-x2.onnx'))).toBe(true)
    const resumed = await trained('super_resolution.py', 44)
    expect(numbersAfter(/step (\d+),/g, resumed)[0]).toBe(41)
  })

  it('of super-resolution for compressed photographs improves over a bicubic enlargement', async () => {
    const small = ['--patch', '32', '--batch', '4']
    const said = await trained('super_resolution_compressed.py', 240, small)
    const gains = numbersAfter(/q75 ([+-][\d.]+)/g, said)
    expect(gains.at(-1)).toBeGreaterThan((gains[0] ?? 0) + 0.03)
    expect(existsSync(join(work, 'super-resolution-x2-compressed.onnx'))).toBe(true)
  })

  it('of colour enhancement cuts what differs, with each of its guesses', async () => {
    const said = await trained('colour_enhancement.py', 60)
    const cuts = numbersAfter(/difference cut by (-?\d+) %/g, said)
    expect(cuts).toHaveLength(6)
    for (const start of [0, 2, 4]) {
      expect(cuts[start]).toBe(0)
      expect(cuts[start + 1]).toBeGreaterThan(1)
    }
    expect(existsSync(join(work, 'colour-enhancement.onnx'))).toBe(true)
  })
})
