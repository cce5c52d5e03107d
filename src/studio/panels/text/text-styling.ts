import type { TextLayer } from '#core/design/document.ts'
import type { TextStyle } from '#core/design/edits/text.ts'

/** A text, and how its style is set. */
export interface TextStyling {
  readonly layer: TextLayer
  /** @param joined with what was set just before, as one step to undo */
  readonly style: (fields: Partial<TextStyle>, joined?: boolean) => void
  readonly end: () => void
}
