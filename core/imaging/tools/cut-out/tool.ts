import { z } from 'zod'
import { choice, defineTool, slider, strokes } from '../../tool-definition.ts'
import { leftOutSchema } from './left-out.ts'

/** How far an edge may be moved, inwards and outwards. */
export const furthestEdgePx = 6

const roles = ['face/detect', 'person/mask', 'person/body'] as const

export const cutOut = defineTool({
  id: 'cut-out',
  icon: 'scissors',
  roles,
  isSlowAtFirst: true,
  // Where nobody is found `thing/mask` is asked for then.
  rolesOf: ({ subject, sought }) =>
    subject === 'painted' ? [] : sought === 'things' ? ['thing/mask'] : roles,
  settings: z.object({
    /** What networks find; that and what a brush says; what a brush says alone. */
    subject: choice(['people', 'mended', 'painted']),
    strokes: strokes(),
    featherPx: slider({ min: 0, max: 8, step: 0.5, format: 'number' }, 1),
    chokePx: slider({ min: -furthestEdgePx, max: furthestEdgePx, step: 0.5, format: 'edge-px' }, 0),
    outlineMm: slider({ min: 0, max: 5, step: 0.5, format: 'border-mm' }, 0),
    leftOut: leftOutSchema,
    /** Networks look for people, and where there are none for what stands out; or for that at once. */
    sought: z.enum(['people', 'things']).default('people'),
    /** What is left out of what stands out. */
    thingsOut: leftOutSchema,
  }),
  isSeenWhole: ({ leftOut }) => leftOut !== '',
  load: () => import('./run.ts'),
})
