import type { Icon } from '@phosphor-icons/react'
import type { ToolId } from '#core/design/document.ts'
import { ArrowsOutIcon, PencilIcon, ScissorsIcon, SmileyIcon, SunIcon } from '#src/ui/icons.ts'

/** The tools in the order they are offered. */
export const toolTable: readonly { readonly id: ToolId; readonly icon: Icon }[] = [
  { id: 'cut-out', icon: ScissorsIcon },
  { id: 'sketch', icon: PencilIcon },
  { id: 'enhance', icon: SunIcon },
  { id: 'super-resolution', icon: ArrowsOutIcon },
  { id: 'anime', icon: SmileyIcon },
]
