import { z } from 'zod'
import { choice, defineTool, strength } from '../../tool-definition.ts'

export const anime = defineTool({
  id: 'anime',
  icon: 'smiley',
  roles: [],
  settings: z.object({ look: choice(['soft', 'bold']), strength: strength(0.8) }),
  load: () => import('./run.ts'),
})
