import { z } from 'zod'
import { choice, defineTool } from '../../tool-definition.ts'

export const superResolution = defineTool({
  id: 'super-resolution',
  icon: 'arrows-out',
  roles: ['super-resolution/x2'],
  aids: ['super-resolution/x2-compressed'],
  settings: z.object({ factor: choice([2, 4]) }),
  scale: ({ factor }) => factor,
  load: () => import('./run.ts'),
})
