import { z } from 'zod'
import { choice, defineTool, strength } from '../../tool-definition.ts'

export const sketch = defineTool({
  id: 'sketch',
  icon: 'pencil',
  roles: [],
  settings: z.object({
    style: choice(['pencil', 'ink', 'coloured-pencil']),
    strength: strength(0.7),
  }),
  load: () => import('./run.ts'),
})
