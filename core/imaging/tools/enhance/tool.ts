import { z } from 'zod'
import { defineTool, strength } from '../../tool-definition.ts'

export const enhance = defineTool({
  id: 'enhance',
  icon: 'sun',
  roles: ['enhance/colour'],
  settings: z.object({ strength: strength(0.85) }),
  load: () => import('./run.ts'),
})
