import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { ModelRole, Network } from '#core/imaging/models.ts'
import { networksBy } from '#core/imaging/tool-definition.ts'
import { jpegTraces } from '#core/imaging/tools/super-resolution/jpeg-traces.ts'
import { colourNoise, lumaNoise } from '#core/imaging/tools/super-resolution/noise.ts'
import { plainShare } from '#core/imaging/tools/super-resolution/plain-share.ts'
import { run } from '#core/imaging/tools/super-resolution/run.ts'
import { createRaster, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { shippedNetwork } from '../../../fixtures/shipped-networks.ts'
import { decoded } from '../../../quality/open-picture.ts'
import { pillowBicubic } from '../../../quality/pillow-bicubic.ts'
import { psnrOfLuma } from '../../../quality/psnr.ts'
import { noisy } from '../../../quality/spoil.ts'
import { keptResults, landscape, paint, testJob } from '../made-pictures.ts'

/** Hills with a texture that has something of every frequency. */
function textured(widthPx: number, heightPx: number): Raster {
  const hills = landscape(widthPx, heightPx)
  return paint(widthPx, heightPx, (x, y) => {
    const at = (y * widthPx + x) * 4
    const grain = 12 * Math.sin(x * x * 0.013 + y * 1.7) + 9 * Math.cos(y * y * 0.017 - x * 0.9)
    const [r = 0, g = 0, b = 0] = hills.rgba.subarray(at, at + 3)
    return [r + grain, g + grain, b + grain]
  })
}

async function stored({ widthPx: width, heightPx: height, rgba }: Raster, quality: number) {
  const file = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality, chromaSubsampling: '4:2:0' })
    .toBuffer()
  return await decoded(sharp(file))
}

const tracesOf = (picture: Raster) => jpegTraces(rasterSource(picture))

describe('traces of JPEG', () => {
  const photo = textured(320, 240)

  it('are none in a picture that was never stored as JPEG', () => {
    expect(Math.abs(tracesOf(photo))).toBeLessThan(0.05)
  })

  it('grow as the quality falls, and are strong from 90 down', async () => {
    const traces: number[] = []
    for (const quality of [98, 90, 75, 40]) traces.push(tracesOf(await stored(photo, quality)))
    expect(traces.toSorted((one, other) => one - other)).toEqual(traces)
    expect(traces[1]).toBeGreaterThan(0.25)
  })

  it('are gone when the picture was made smaller since', async () => {
    const small = pillowBicubic(await stored(photo, 60), 160, 120)
    expect(tracesOf(small)).toBeLessThan(0.1)
  })

  it.each([
    [1, 1],
    [7, 300],
    [11, 11],
    [2000, 9],
  ])('are none where no block fits: %i x %i', (width, height) => {
    expect(tracesOf(createRaster(width, height))).toBe(0)
  })
})

describe('noise of colours', () => {
  const photo = textured(320, 240)
  const noiseOf = (picture: Raster) => colourNoise(rasterSource(picture))

  it('is none in texture, which is light and dark', () => {
    expect(noiseOf(photo)).toBeLessThan(1)
  })

  it.each([
    [2500, 2.7, 4],
    [600, 5, 7.5],
  ])('is what a sensor that counts %i photons leaves', (photons, least, most) => {
    expect(noiseOf(noisy(0, photons)(photo))).toBeGreaterThan(least)
    expect(noiseOf(noisy(0, photons)(photo))).toBeLessThan(most)
  })

  it.each([
    [1, 1],
    [7, 300],
    [9, 9],
  ])('is none where no block fits: %i x %i', (width, height) => {
    expect(noiseOf(createRaster(width, height))).toBe(0)
  })
})

describe('noise of luma', () => {
  const photo = landscape(320, 240)

  it('is left where JPEG took the noise of colours', async () => {
    const source = rasterSource(await stored(noisy(0, 600)(photo), 95))
    expect(colourNoise(source)).toBeLessThan(2)
    expect(lumaNoise(source)).toBeGreaterThan(1.5)
  })

  it('is next to none in a photo without, however often it was stored', async () => {
    for (const quality of [98, 95, 90, 60]) {
      expect(lumaNoise(rasterSource(await stored(photo, quality)))).toBeLessThan(1)
    }
  })

  it('is none where no block fits', () => {
    expect(lumaNoise(rasterSource(createRaster(9, 9)))).toBe(0)
  })
})

describe('the share of the network for clean photos', () => {
  const photo = textured(320, 240)
  const shareOf = (picture: Raster) => plainShare(rasterSource(picture))

  it('is all of a photo that is clean, and falls with its quality', async () => {
    expect(shareOf(photo)).toBe(1)
    const shares: number[] = []
    for (const quality of [95, 85, 60]) shares.push(shareOf(await stored(photo, quality)))
    expect(shares.toSorted((one, other) => other - one)).toEqual(shares)
    expect(new Set([1, ...shares]).size).toBe(4)
  })

  it('is less of one that is noisy, though it was never stored', () => {
    expect(shareOf(noisy(0, 600)(photo))).toBeLessThan(0.8)
    expect(shareOf(noisy(0, 200)(photo))).toBe(0)
  })

  it('is less of one that is noisy and was stored well', async () => {
    const clean = shareOf(await stored(landscape(320, 240), 95))
    expect(shareOf(await stored(noisy(0, 600)(landscape(320, 240)), 95))).toBeLessThan(clean)
  })
})

describe('the network that enlarges', () => {
  async function enlarged(photo: Raster, factor: 2 | 4) {
    const asked: ModelRole[] = []
    const { results, openSink } = keptResults()
    const network = async (role: ModelRole): Promise<Network> => {
      asked.push(role)
      return await shippedNetwork(role)
    }
    const job = { env: testJob(), source: rasterSource(photo), openSink, ratio: 1, memory: {} }
    await run({ ...job, network, networks: networksBy(network) }, { factor })
    return { asked, results }
  }

  const truth = textured(160, 120)
  const half = pillowBicubic(truth, 80, 60)

  it('is the plain one for a photo without traces', async () => {
    expect((await enlarged(half, 2)).asked).toEqual(['super-resolution/x2'])
    expect((await enlarged(half, 4)).asked).toEqual(['super-resolution/x4'])
  })

  it('is mixed with another for a photo with traces, and nearer to the truth than Lanczos', async () => {
    const photo = await stored(noisy(0, 2500)(half), 92)
    const { asked, results } = await enlarged(photo, 2)
    expect(asked).toEqual(['super-resolution/x2-compressed', 'super-resolution/x2'])
    const [ours = photo] = results
    const lanczos = testJob().kernels.resizeLanczos3(photo, 160, 120)
    expect(psnrOfLuma(ours, truth, 2)).toBeGreaterThan(psnrOfLuma(lanczos, truth, 2))
  })

  it('is that other one alone for a photo that was stored badly, or is noisy all over', async () => {
    const photos = [await stored(noisy(0, 2500)(half), 40), noisy(0, 200)(half)]
    for (const photo of photos) {
      expect((await enlarged(photo, 2)).asked).toEqual(['super-resolution/x2-compressed'])
    }
  })

  it('doubles such a photo clean, and what comes of it by the plain one, for four times', async () => {
    const { asked, results } = await enlarged(await stored(half, 60), 4)
    expect([...new Set(asked)]).toEqual(['super-resolution/x2-compressed', 'super-resolution/x2'])
    expect(results.map(({ widthPx, heightPx }) => [widthPx, heightPx])).toEqual([[320, 240]])
  })
})
