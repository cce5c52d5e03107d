import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { faultOf } from '#core/errors.ts'
import { checkScans } from '#core/formats/jpeg/scan.ts'
import { inspectPhoto } from '#core/intake/inspect.ts'
import { photograph, photographsAreHere, photographsMissing } from '../../fixtures/photographs.ts'
import { robustnessFiles, wantedFromBytes } from './robustness.ts'

const answerOf = (bytes: Uint8Array) => {
  try {
    if (inspectPhoto(bytes).format === 'jpeg') for (const _ of checkScans(bytes));
    return 'ok'
  } catch (thrown) {
    return faultOf(thrown).code
  }
}

const title = photographsAreHere ? 'by its bytes alone' : `skipped: ${photographsMissing}`

describe.skipIf(!photographsAreHere)(`every public file of bad input, ${title}`, () => {
  it.each(photographsAreHere ? robustnessFiles() : [])('%s is answered as it must be', (path) => {
    const bytes = readFileSync(photograph(`open/robustness/${path}`))
    expect(answerOf(bytes)).toBe(wantedFromBytes(path))
  })
})
