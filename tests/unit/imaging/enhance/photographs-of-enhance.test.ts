import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  photograph,
  photographsAreHere,
  photographsMissing,
} from '../../../fixtures/photographs.ts'
import { openPicture } from '../../../quality/open-picture.ts'
import { type Fault, largeFaults } from '../../../quality/spoil.ts'
import { changeOf, enhanced } from './enhanced.ts'

describe.skipIf(!photographsAreHere)(`colours of photographs (${photographsMissing})`, async () => {
  const folder = photograph('open/sr-test/kodak')
  const files = photographsAreHere ? readdirSync(folder) : []
  const photos = await Promise.all(files.map((file) => openPicture(`${folder}/${file}`, 256)))
  const meanChange = async (fault: Fault) => {
    let [before, after] = [0, 0]
    for (const good of photos) {
      const bad = fault(good)
      before += changeOf(bad, good)
      after += changeOf(await enhanced(bad), good)
    }
    return after / before
  }

  it.each(
    (['dark', 'lamp light, 3600 K', 'haze', 'faded print'] as const).map((name) => [
      name,
      largeFaults[name],
    ]),
  )('%s: a third of the fault is mended at least', async (_, fault) => {
    expect(await meanChange(fault)).toBeLessThan(0.67)
  })

  it('that are good already hardly change', async () => {
    let change = 0
    for (const good of photos) change += changeOf(good, await enhanced(good)) / photos.length
    expect(change).toBeLessThan(9)
  })
})
