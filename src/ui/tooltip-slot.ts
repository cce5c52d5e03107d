import { type ComponentType, createContext, type ReactNode } from 'react'

export interface TooltipProps {
  readonly text: string
  /** One element that takes a ref. */
  readonly children: ReactNode
  readonly side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  /** As shown on the key caps: `⌘Z`. */
  readonly shortcut?: string | undefined
}

/**
 * How hints are shown where a `TooltipProvider` stands above; elsewhere the browser's own title
 * does, so that a first screen carries no machinery for them.
 */
export const TooltipSlot = createContext<ComponentType<TooltipProps> | null>(null)
