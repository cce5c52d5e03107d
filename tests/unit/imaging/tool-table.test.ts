import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { threadsOf } from '#core/imaging/own-thread.ts'
import {
  choice,
  defineTool,
  fieldsOf,
  settingsOf,
  slider,
  type Tool,
} from '#core/imaging/tool-definition.ts'
import { anime } from '#core/imaging/tools/anime/tool.ts'
import { tools } from '#core/imaging/tools/table.ts'
import { createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import words from '#locales/en-us/tools.json' with { type: 'json' }
import { toolSession } from '#src/state/tool-settings.ts'
import { askedOf, runTool } from '#workers/imaging/tools.ts'
import { derivedPhoto, freePhoto } from '../design/designs.ts'
import { testJob } from './made-pictures.ts'

/** Paints a photo over in one grey. */
const grey = defineTool({
  id: 'grey',
  icon: 'magic-wand',
  roles: ['enhance/colour'],
  settings: z.object({
    level: slider({ min: 0, max: 255, step: 1, format: 'number' }, 128),
    paper: choice(['matte', 'glossy']),
  }),
  load: async () => ({
    run: async ({ source, openSink, network }, { level, paper }) => {
      if (paper === 'glossy') await network('enhance/colour')
      const picture = createRaster(source.widthPx, source.heightPx)
      picture.rgba.fill(level)
      await openSink(source.widthPx, source.heightPx).write(0, picture)
      return null
    },
  }),
})
const table: readonly Tool[] = [...tools, grey]
const find = (id: string) => table.find((tool) => tool.id === id)

/** What the studio asks for, with settings that were stored as given. */
function request(stored?: Record<string, string | number>) {
  const derived = stored && [{ ...derivedPhoto('grey', 'b'), settings: stored }]
  // A tool that only this test knows has no place among the ids.
  const id = grey.id as string as (typeof tools)[number]['id']
  return toolSession(freePhoto('a', derived && { derived }), id, table).request
}

describe('a tool that is one more row of the table', () => {
  it('starts with its own settings', () => {
    expect(request().settings).toEqual({ level: 128, paper: 'matte' })
  })

  it('opens with what was stored, but for what it does not understand', () => {
    const stored = { level: 20, paper: 'silk', flavour: 'vanilla' }
    expect(request(stored).settings).toEqual({ level: 20, paper: 'matte' })
    expect(request({ level: 900 }).settings).toEqual({ level: 128, paper: 'matte' })
  })

  it('says its fields to the panel', () => {
    expect(fieldsOf(grey)).toEqual([
      { key: 'level', kind: 'slider', min: 0, max: 255, step: 1, format: 'number' },
      { key: 'paper', kind: 'choice', options: ['matte', 'glossy'] },
    ])
  })

  it('is run by the worker with checked settings and the networks it asks for', async () => {
    const asked: string[] = []
    const giveBack = vi.fn()
    const context = {
      job: { ...testJob(), signal: new AbortController().signal },
      kernels: testJob().kernels,
      strips: threadsOf(testJob()),
      models: {
        network: async (role: string) => {
          asked.push(role)
          return null
        },
        networks: () => Promise.reject(new Error('nobody asked for people')),
        giveBack,
      },
    }
    const result = createRaster(3, 2)
    const source = rasterSource(createRaster(3, 2))
    const ours = askedOf(request({ level: 20, paper: 'glossy' }), find)
    await runTool(context, ours, source, () => rasterSink(result))
    expect(result.rgba[0]).toBe(20)
    expect(asked).toEqual(['enhance/colour'])
    expect(giveBack).toHaveBeenCalledWith(context.job)
  })

  it('is refused with settings that it does not have', () => {
    expect(() => askedOf({ ...request(), settings: { level: -1 } }, find)).toThrow()
  })
})

describe('every tool of the table', () => {
  const rows: readonly Tool[] = tools

  it.each(rows.map((tool) => [tool.id, tool] as const))('%s has all its words', (id, tool) => {
    for (const group of [words.names, words.short, words.texts]) expect(group).toHaveProperty(id)
    for (const field of fieldsOf(tool)) {
      expect(words.fields).toHaveProperty(field.key)
      const options = field.kind === 'choice' ? field.options : []
      for (const option of options)
        expect(words.options).toHaveProperty([field.key, String(option)])
    }
  })

  it.each(rows.map((tool) => [tool.id, tool] as const))('%s shows every setting', (_, tool) => {
    // Who and what is left out is told by tapping them, and what is looked for by a button.
    const told = ['leftOut', 'thingsOut', 'sought']
    const shown = Object.keys(settingsOf(tool)).filter((key) => !told.includes(key))
    expect(fieldsOf(tool).map(({ key }) => key)).toEqual(shown)
  })

  it('a tool of another version is refused, and its result stays in the design', () => {
    const derived = [derivedPhoto('watercolour', 'b')]
    expect(freePhoto('a', { derived }).derived[0]?.tool).toBe('watercolour')
    expect(() => askedOf({ ...request(), tool: 'sketch' }, () => undefined)).toThrow(
      'tool-unavailable',
    )
  })
})

describe('stored settings of the anime tool', () => {
  it('of a design made before proportions could be set are as they were', () => {
    expect(settingsOf(anime, { look: 'bold', strength: 0.4 })).toMatchObject({
      look: 'bold',
      strength: 0.4,
    })
    expect(settingsOf(anime, { look: 'soft', strength: 1 }).look).toBe('soft')
  })
})
