import type { Tool } from '../tool-definition.ts'
import { anime } from './anime/tool.ts'
import { cutOut } from './cut-out/tool.ts'
import { enhance } from './enhance/tool.ts'
import { sketch } from './sketch/tool.ts'
import { superResolution } from './super-resolution/tool.ts'

/** The tools in the order they are offered. */
export const tools = [cutOut, sketch, enhance, superResolution, anime] as const
export type ToolId = (typeof tools)[number]['id']

/** A tool by its id; undefined for one of another version. */
export const toolById = (id: string): Tool | undefined => tools.find((tool) => tool.id === id)
