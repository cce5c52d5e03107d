import { z } from 'zod'
import { corners, defineTool, strength, strokes } from '../../tool-definition.ts'

/** Eight numbers; what they hold is looked at by the pipeline, which no screen loads. */
const eightNumbers = /^\d{1,5}( \d{1,5}){7}$/

export const rescue = defineTool({
  id: 'rescue',
  icon: 'frame-corners',
  roles: [],
  aids: ['rescue/sheet'],
  closeUp: true,
  settings: z.object({
    corners: corners(eightNumbers),
    evenLight: strength(0.8),
    freshColours: strength(0.8),
    brushed: strokes(),
  }),
  unmended: (settings) => ({ ...settings, evenLight: 0, freshColours: 0, brushed: '' }),
  pictureIn: async () => (await import('./sheet/picture-within.ts')).pictureWithin,
  load: () => import('./run.ts'),
})
