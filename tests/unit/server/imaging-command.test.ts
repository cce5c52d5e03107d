import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DESIGN_ENTRY } from '#core/design-file/unpack.ts'
import { crc32 } from '#core/formats/crc32.ts'
import { centralDirectory, localHeader } from '#core/formats/zip.ts'
import { readPrint } from '#server/imaging/command/print.ts'
import { readArguments } from '#server/imaging/command/read-arguments.ts'
import { bundledServer } from '../../fixtures/bundled-server.ts'
import { emptyCase } from '../design/designs.ts'
import { landscape } from '../imaging/made-pictures.ts'

const folder = await mkdtemp(join(tmpdir(), 'stampa-imaging-'))
const inFolder = (name: string) => join(folder, name)
const server = await bundledServer()
afterAll(async () => {
  await rm(folder, { recursive: true })
  await server.remove()
})

beforeAll(async () => {
  const { rgba } = landscape(60, 40)
  const photo = sharp(rgba, { raw: { width: 60, height: 40, channels: 4 } })
  await photo.clone().jpeg().toFile(inFolder('one.jpg'))
  await photo.clone().png().toFile(inFolder('two.png'))
  await writeFile(inFolder('letter.jpg'), 'no photo at all, whatever its name says of it')
})

const script = join(server.folder, 'imaging.js')

/** What the command says and how it ends. */
async function commandAt(env: NodeJS.ProcessEnv, typed: readonly string[]) {
  const ran = promisify(execFile)(process.execPath, [script, ...typed], { env })
  return await ran.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  )
}

/** The app may not be built yet: fonts and stickers are read where the build makes them. */
const printing = { ...process.env, STAMPA_DIST: 'public' }
const command = (...typed: readonly string[]) => commandAt(printing, typed)

describe('what is typed after `npm run imaging --`', () => {
  it('is a tool, photos, where results go, and the tool’s own settings', () => {
    expect(readArguments(['cut-out', 'a.jpg', 'b.jpg', 'out', '--choke-px', '-2'])).toEqual({
      tool: 'cut-out',
      settings: {
        subject: 'people',
        strokes: '',
        featherPx: 1,
        chokePx: -2,
        outlineMm: 0,
        leftOut: '',
        sought: 'people',
        thingsOut: '',
      },
      items: [
        { from: 'a.jpg', to: { folder: 'out', name: 'a-cut-out' } },
        { from: 'b.jpg', to: { folder: 'out', name: 'b-cut-out' } },
      ],
      json: false,
      force: false,
    })
    expect(readArguments(['super-resolution', '--factor=4', 'a.jpg', 'b.png'])).toMatchObject({
      settings: { factor: 4 },
      items: [{ from: 'a.jpg', to: { file: 'b.png' } }],
    })
  })

  it.each([
    [['polish', 'a.jpg', 'b.png'], 'no tool polish'],
    [['enhance', 'a.jpg'], 'where its result goes'],
    [['enhance', 'a.jpg', 'b.png', '--look', 'soft'], 'no option --look'],
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

describe('what is typed after `npm run imaging -- print`', () => {
  it('is a design, where its print goes, and how fine it is', () => {
    const switches = { force: false, json: true }
    const files = { from: 'cake.stampa', to: 'cake.pdf' }
    const asked = readPrint(['cake.stampa', 'cake.pdf', '--dpi', '600', '--json'])
    expect(asked).toEqual({ ...files, format: 'pdf', dpi: 600, ...switches })
  })

  it.each([
    [['cake.stampa'], 'are needed'],
    [['cake.stampa', 'cake.jpg'], 'a .png or a .pdf'],
    [['cake.stampa', 'cake.pdf', '--dpi', '20'], '--dpi takes 50 to 600'],
    [['cake.stampa', 'cake.pdf', '--style', 'ink'], 'no option --style'],
  ])('refuses %j', (typed, words) => {
    expect(() => readPrint(typed)).toThrow(words)
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

  it('takes a whole folder of photos, one after the other, and warns of nothing', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `many-${at}.jpg`)
    await Promise.all(names.map((name) => copyFile(inFolder('one.jpg'), inFolder(name))))
    const typed = ['enhance', ...names.map(inFolder), inFolder('many'), '--json']
    const { code, stdout, stderr } = await command(...typed)
    expect(code).toBe(0)
    expect(stderr).not.toContain('Warning')
    const to = names.map((name) => inFolder(`many/${name.replace('.', '-enhance.')}`))
    expect(JSON.parse(stdout)).toMatchObject(to.map((path) => ({ to: path, fault: null })))
  })

  it('leaves nothing of its networks in the home folder, and tells their maker nothing', async () => {
    const home = inFolder('home')
    await mkdir(home)
    const env = { ...process.env, HOME: home, XDG_CACHE_HOME: '', ORT_DISABLE_TELEMETRY: '' }
    const { code } = await commandAt(env, ['enhance', inFolder('one.jpg'), inFolder('quiet.jpg')])
    expect(code).toBe(0)
    expect(await readdir(home)).toEqual([])
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

  it('prints a design, and says what was made as JSON', async () => {
    const from = await designFile(JSON.stringify(emptyCase()))
    const to = inFolder('design.png')
    const { code, stdout } = await command('print', from, to, '--dpi', '100', '--json')
    const [report] = JSON.parse(stdout)
    const { width, height, density } = await sharp(to).metadata()
    expect(report).toMatchObject({ from, to, widthPx: width, heightPx: height, fault: null })
    expect({ code, density }).toEqual({ code: 0, density: 100 })
  })

  it('says why a design is not printed, and leaves nothing', async () => {
    const from = await designFile('{"version": 4}')
    const to = inFolder('none.pdf')
    const { code, stdout } = await command('print', from, to)
    expect(stdout).toContain('failed: design-unreadable')
    expect(code).toBe(1)
    await expect(readFile(to)).rejects.toThrow()
  })
})

/** A design without photos, as it is taken along. */
async function designFile(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  const entry = { name: DESIGN_ENTRY, size: bytes.length, crc: crc32(bytes) }
  const file = Buffer.concat([localHeader(entry), bytes, centralDirectory([entry])])
  const path = inFolder(`${entry.crc}.stampa`)
  await writeFile(path, file)
  return path
}
