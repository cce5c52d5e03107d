import { z } from 'zod'
import { choice, defineTool } from '../../tool-definition.ts'

export const superResolution = defineTool({
  id: 'super-resolution',
  icon: 'arrows-out',
  roles: ['super-resolution/x2'],
  settings: z.object({ factor: choice([2, 4]), tier: choice(['instant', 'fine']) }),
  scale: ({ factor }) => factor,
  load: () => import('./run.ts'),
})
