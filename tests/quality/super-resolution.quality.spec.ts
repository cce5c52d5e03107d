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
        'Luma only, shrunk by an antialiasing bicubic (Pillow), without a border of as many pixels as',
        'the factor. Pictures go in and come out as 8-bit RGB, tiles and rounding included, so the',
        'figures are a little under those of the bare networks on their cards. FSRCNN, ESPCN and LapSRN',
        'as run here are later implementations (Saafke, fannymonori; OpenCV uses them), the first two trained',
        'on pictures shrunk without antialiasing, and stay under what the first authors published. Anime4K,',
        'made for drawings and kept as shader text, is not run.',
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
        'Shrunk to half, with the noise of a sensor that counts 2500 photons for white (2.6 of 255 in',
        'greys), stored as JPEG with halved chroma; enlarged to twice. PSNR-Y in dB over enlarging by',
        'Lanczos, means over a set, of the network for clean photographs alone and of the tool, which',
        'looks for traces of JPEG and for noise, and mixes in the other network as they are stronger;',
        '*much noise* is of 600 photons (5 of 255). How it is mixed was chosen on all of Set14, ten of',
        'Kodak and every other of CLIC 2025, where two pictures are below Lanczos by up to 0.05 dB. *Looked at*',
        'is Set14, ten of Kodak and every other of CLIC 2025; *kept apart*, on which nothing was chosen,',
        'BSD100 (67), the CID22 pictures of validation and the rest of CLIC; of both every fourth, for the',
        'time it takes. Larger pictures are made smaller before, which hides their own JPEG. Of Set5, Set14',
        'and BSD100 without noise and JPEG the plain network has all of every picture, at x2 and x4, so that the',
        'tables of clean photographs above are those of the tool too.',
        '',
        tables.join('\n\n'),
      ].join('\n'),
    )
  })
})
