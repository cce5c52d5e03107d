import { z } from 'zod'
import { choice, defineTool, strength } from '../../tool-definition.ts'

export const anime = defineTool({
  id: 'anime',
  icon: 'smiley',
  roles: [],
  aids: ['face/detect', 'face/points', 'person/mask', 'head/hair'],
  isSlow: true,
  settings: z.object({
    look: choice(['soft', 'bold', 'pop']),
    strength: strength(0.8),
    proportions: strength(0.5),
  }),
  load: () => import('./run.ts'),
})
