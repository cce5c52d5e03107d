import { z } from 'zod'
import { choice, defineTool, look, strength } from '../../tool-definition.ts'

export const sketch = defineTool({
  id: 'sketch',
  icon: 'pencil',
  roles: [],
  aids: [
    'face/detect',
    'face/points',
    'person/mask',
    'person/body',
    'head/hair',
    'hand/palms',
    'hand/points',
  ],
  isSlow: true,
  settings: z.object({
    style: look(['pencil', 'ink', 'coloured-pencil']),
    strength: strength(0.7),
    background: choice(['as-it-is', 'vignette', 'white']),
  }),
  load: () => import('./run.ts'),
})
