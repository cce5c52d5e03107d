import { expect, test } from 'playwright/test'
import { loadOnceEach } from '#core/cache/load-once.ts'
import { photographsAreHere, photographsMissing } from '../fixtures/photographs.ts'
import { shippedEnlargers, shippedNetwork } from '../fixtures/shipped-networks.ts'
import { cleanedOfClean, compressedSets, measureCompressed } from './compressed-photos.ts'
import { writeQualitySection } from './report.ts'
import { measureFactor } from './super-resolution.ts'

test.describe('super-resolution', () => {
  test.skip(!photographsAreHere, photographsMissing)

  test('of both factors, beside bicubic and what others made and published', async () => {
    const enlargers = await shippedEnlargers()
    const tables: string[] = []
    for (const factor of [2, 4] as const) {
      const role = `super-resolution/x${factor}`
      const [first, ...others] = enlargers.filter(({ card }) => card.role === role)
      if (first === undefined) throw new Error(`no network enlarges by ${factor}`)
      tables.push(await measureFactor(factor, [first, ...others]))
    }
    writeQualitySection(
      'Super-resolution',
      [
        'Luma only, shrunk by an antialiasing bicubic (Pillow), without a border as wide as the factor. Pictures go in and come out',
        'as 8-bit RGB, tiles and rounding included, so figures are a little under those of the bare networks on their cards. FSRCNN,',
        'ESPCN and LapSRN as run here are later implementations (Saafke, fannymonori; used by OpenCV), the first two trained on',
        'pictures shrunk without antialiasing, and stay under what their papers say. Anime4K is shader text and not run.',
        '',
        tables.join('\n\n'),
      ].join('\n'),
    )
  })

  test('of photographs that came through a chat, beside Lanczos', async () => {
    const network = loadOnceEach(shippedNetwork)
    const tables: string[] = []
    for (const set of compressedSets()) {
      const table = await measureCompressed(set, network)
      console.log(table)
      tables.push(table)
    }
    expect(await cleanedOfClean(), 'clean pictures that are cleaned').toBe(0)
    writeQualitySection(
      'Super-resolution of photographs from chats',
      [
        'Shrunk to half, with the noise of a sensor that counts 2500 photons for white (2.6 of 255 in greys), stored as JPEG with',
        'halved chroma, enlarged to twice. PSNR-Y in dB over Lanczos, means over a set: the network for clean photographs alone,',
        'and the tool, which mixes in the other network as traces of JPEG and noise get stronger. *Much noise*: 600 photons',
        '(5 of 255). *Looked at*: Set14, ten of Kodak and every other of CLIC 2025; the mixing was chosen on these, of which two are',
        'below Lanczos by up to 0.05 dB. *Kept apart*: BSD100 (67), the CID22 pictures of validation and the rest of CLIC. Of both every',
        'fourth is measured. Larger pictures are made smaller before, which hides their own JPEG. Of Set5, Set14 and BSD100 without noise',
        'and JPEG the plain network has all of every picture, so the tables of clean photographs above hold for the tool too.',
        '',
        tables.join('\n\n'),
      ].join('\n'),
    )
  })
})
