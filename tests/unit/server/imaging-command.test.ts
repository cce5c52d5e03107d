import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readArguments } from '#server/imaging/command/read-arguments.ts'
import { landscape } from '../imaging/made-pictures.ts'

const folder = await mkdtemp(join(tmpdir(), 'stampa-imaging-'))
const inFolder = (name: string) => join(folder, name)
afterAll(() => rm(folder, { recursive: true }))

beforeAll(async () => {
  const { rgba } = landscape(60, 40)
  const photo = sharp(rgba, { raw: { width: 60, height: 40, channels: 4 } })
  await photo.clone().jpeg().toFile(inFolder('one.jpg'))
  await photo.clone().png().toFile(inFolder('two.png'))
  await writeFile(inFolder('letter.jpg'), 'no photo at all, whatever its name says of it')
})

/** What the command says and how it ends. */
async function command(...typed: readonly string[]) {
  const words = ['node_modules/tsx/dist/cli.mjs', 'server/imaging-command.ts', ...typed]
  const ran = promisify(execFile)(process.execPath, words)
  return await ran.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  )
}

describe('what is typed after `npm run imaging --`', () => {
  it('is a tool, photos, where results go, and the tool’s own settings', () => {
    expect(readArguments(['cut-out', 'a.jpg', 'b.jpg', 'out', '--choke-px', '-2'])).toEqual({
      tool: 'cut-out',
      settings: { featherPx: 1, chokePx: -2, outlineMm: 0 },
      items: [
        { from: 'a.jpg', to: { folder: 'out', name: 'a-cut-out' } },
        { from: 'b.jpg', to: { folder: 'out', name: 'b-cut-out' } },
      ],
      json: false,
      force: false,
    })
    expect(readArguments(['super-resolution', '--factor=4', 'a.jpg', 'b.png'])).toMatchObject({
      settings: { factor: 4, tier: 'instant' },
      items: [{ from: 'a.jpg', to: { file: 'b.png' } }],
    })
  })

  it.each([
    [['polish', 'a.jpg', 'b.png'], 'no tool polish'],
    [['enhance', 'a.jpg'], 'where its result goes'],
    [['enhance', 'a.jpg', 'b.png', '--tier', 'fine'], 'no option --tier'],
    [['enhance', 'a.jpg', 'b.png', '--strength', '3'], '--strength takes 0 to 1, not 3'],
    [['enhance', 'a.jpg', 'b.png', '--strength'], 'no value'],
    [['sketch', 'a.jpg', 'b.png', '--style', 'oil'], 'pencil | ink | coloured-pencil, not oil'],
    [['enhance', 'a.jpg', 'b.jpg', 'c.png'], 'into a folder'],
    [['enhance', 'a.jpg', 'b.webp'], 'not .webp'],
    [['enhance', 'x/a.jpg', 'y/a.jpg', 'out'], 'Two photos would become'],
  ])('refuses %j', (typed, words) => {
    expect(() => readArguments(typed)).toThrow(words)
  })
})

describe('the command', () => {
  it('makes several pictures at once, and a table of times', async () => {
    const typed = ['enhance', inFolder('one.jpg'), inFolder('two.png'), inFolder('results')]
    const { code, stdout } = await command(...typed, '--strength', '1')
    expect(stdout).toMatch(/one-enhance\.jpg +60 x 40 +\d+\.\d s\n.*two-enhance\.jpg +60 x 40/)
    expect(code).toBe(0)
    const made = await sharp(inFolder('results/one-enhance.jpg')).metadata()
    expect(made).toMatchObject({ width: 60, height: 40 })
  })

  it('goes on where one photo cannot be made, and says which', async () => {
    const typed = ['sketch', inFolder('letter.jpg'), inFolder('one.jpg'), inFolder('drawn')]
    const { code, stdout } = await command(...typed, '--json')
    expect(JSON.parse(stdout)).toMatchObject([
      { from: inFolder('letter.jpg'), to: null, fault: 'upload-format' },
      { from: inFolder('one.jpg'), to: inFolder('drawn/one-sketch.jpg'), fault: null },
    ])
    expect(code).toBe(1)
  })

  it('touches no file that is there, and makes nothing where a photo is missing', async () => {
    const there = await command('sketch', inFolder('one.jpg'), inFolder('two.png'))
    expect(there).toMatchObject({ code: 2, stdout: '' })
    expect(there.stderr).toContain('two.png is there already; --force replaces it')
    const gone = await command('sketch', inFolder('gone.jpg'), inFolder('new.png'))
    expect(gone.stderr).toContain('There is no photo')
    expect(gone.code).toBe(2)
    await expect(readFile(inFolder('new.png'))).rejects.toThrow()
  })
})
