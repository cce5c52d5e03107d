import { type ComponentType, useEffect, useState } from 'react'
import type { ToolField } from '#core/imaging/tool-definition.ts'
import { fieldOnPhoto } from '#src/state/tool-settings.ts'
import type { ToolRequest } from '#workers/imaging/api.ts'

/** What is set on the photo itself: corners or a brush, where the tool has any. All else is seen on the stage. */
export function FieldOnPhoto({ request }: { readonly request: ToolRequest }) {
  const field = fieldOnPhoto(request)
  const View = useFieldView(field?.kind)
  // What is painted on comes in above what was pressed: it is what one wants to see.
  useEffect(() => {
    if (View !== null) document.querySelector('[data-own-head]')?.parentElement?.scrollIntoView()
  }, [View])
  if (field === undefined || View === null) return null
  return <View request={request} setting={field.key} />
}

type FieldView = ComponentType<{ readonly request: ToolRequest; readonly setting: string }>

const fieldViews: Readonly<Partial<Record<ToolField['kind'], () => Promise<FieldView>>>> = {
  corners: async () => (await import('./RescueView.tsx')).RescueView,
  strokes: async () => (await import('./BrushView.tsx')).BrushView,
}

/**
 * What sets a field on the photo itself, fetched with the first tool that asks for it; null until
 * then. Where it cannot be fetched the tool goes by what it finds.
 */
function useFieldView(kind: ToolField['kind'] | undefined): FieldView | null {
  const [shown, setShown] = useState<{ kind: ToolField['kind']; View: FieldView } | null>(null)
  useEffect(() => {
    const load = kind && fieldViews[kind]
    if (kind === undefined || load === undefined) return
    load().then(
      (View) => setShown({ kind, View }),
      () => setShown(null),
    )
  }, [kind])
  return shown !== null && shown.kind === kind ? shown.View : null
}
