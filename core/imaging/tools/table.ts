import { StampaError } from '../../errors.ts'
import type { Tool } from '../tool-definition.ts'
import { anime } from './anime/tool.ts'
import { cutOut } from './cut-out/tool.ts'
import { enhance } from './enhance/tool.ts'
import { rescue } from './rescue/tool.ts'
import { sketch } from './sketch/tool.ts'
import { superResolution } from './super-resolution/tool.ts'

/** The tools in the order they are offered. */
export const tools = [cutOut, sketch, enhance, superResolution, anime, rescue] as const
export type ToolId = (typeof tools)[number]['id']

/** A tool by its id; undefined for one of another version. */
export const toolById = (id: string): Tool | undefined => tools.find((tool) => tool.id === id)

/** A tool that was asked for, and its settings by its own schema. */
export interface AskedTool {
  readonly tool: Tool
  readonly settings: ReturnType<Tool['settings']['parse']>
}

/**
 * Checks by the table what was asked for.
 * @throws StampaError `tool-unavailable` for a tool of another version; ZodError for settings that
 *   are none of the tool's
 */
export function askedTool(
  id: string,
  settings: unknown,
  find: (id: string) => Tool | undefined = toolById,
): AskedTool {
  const tool = find(id)
  if (tool === undefined) throw new StampaError('tool-unavailable', { cause: id })
  return { tool, settings: tool.settings.parse(settings) }
}
