import type { ToolId } from '../design/document.ts'
import type { ModelRole } from './models.ts'

/**
 * The networks each tool asks the registry for. A tool whose role no model has is not offered: it
 * is there as soon as a model with that role is, without a line of code.
 */
export const toolModels: Readonly<Record<ToolId, readonly ModelRole[]>> = {
  'cut-out': ['face/detect', 'person/mask'],
  sketch: [],
  enhance: ['enhance/colour'],
  anime: [],
  'super-resolution': ['super-resolution/x2'],
}
