import { z } from 'zod'
import { defineTool, look, strength } from '../../tool-definition.ts'

export const anime = defineTool({
  id: 'anime',
  icon: 'smiley',
  roles: [],
  aids: ['face/detect', 'face/points', 'person/mask', 'head/hair', 'hand/palms', 'hand/points'],
  isSlow: true,
  settings: z.object({
    look: look(['soft', 'bold', 'pop']),
    strength: strength(0.8),
    proportions: strength(0.5),
  }),
  load: () => import('./run.ts'),
})
