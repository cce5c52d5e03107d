import { z } from 'zod'
import { defineTool, strength } from '../../tool-definition.ts'
import { USUAL_STRENGTH } from './usual-strength.ts'

export const enhance = defineTool({
  id: 'enhance',
  icon: 'sun',
  roles: ['enhance/colour'],
  mends: true,
  settings: z.object({ strength: strength(USUAL_STRENGTH) }),
  load: () => import('./run.ts'),
})
