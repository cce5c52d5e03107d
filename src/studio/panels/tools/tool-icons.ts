import type { Icon } from '@phosphor-icons/react'
import type { Tool } from '#core/imaging/tool-definition.ts'
import {
  ArrowsOutIcon,
  FrameCornersIcon,
  MagicWandIcon,
  PencilIcon,
  ScissorsIcon,
  SmileyIcon,
  SunIcon,
} from '#src/ui/icons.ts'

export const toolIcons: Readonly<Record<Tool['icon'], Icon>> = {
  scissors: ScissorsIcon,
  pencil: PencilIcon,
  sun: SunIcon,
  'arrows-out': ArrowsOutIcon,
  smiley: SmileyIcon,
  'magic-wand': MagicWandIcon,
  'frame-corners': FrameCornersIcon,
}
