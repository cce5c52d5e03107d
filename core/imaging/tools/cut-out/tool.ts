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
  rolesOf: ({ subject }) => (subject === 'painted' ? [] : roles),
  settings: z.object({
    /** People, as networks find them; they and what a brush says; what a brush says alone. */
    subject: choice(['people', 'mended', 'painted']),
    strokes: strokes(),
    featherPx: slider({ min: 0, max: 8, step: 0.5, format: 'number' }, 1),
    chokePx: slider({ min: -furthestEdgePx, max: furthestEdgePx, step: 0.5, format: 'edge-px' }, 0),
    outlineMm: slider({ min: 0, max: 5, step: 0.5, format: 'border-mm' }, 0),
    leftOut: leftOutSchema,
  }),
  load: () => import('./run.ts'),
})
