import { lazy, Suspense } from 'react'
import { ErrorBoundary } from '#src/shell/ErrorBoundary.tsx'
import { hintedDrafts } from '#src/state/draft-hint.ts'
import { DraftsPlaceholder } from './DraftsPlaceholder.tsx'
import { ImportRow } from './ImportDesign.tsx'

const Drafts = lazy(() => import('./Drafts.tsx'))

/** What was begun before. Its code comes after the first screen, and only where there is any. */
export const SavedDrafts = () =>
  hintedDrafts() === 0 ? (
    <ImportRow />
  ) : (
    <ErrorBoundary fallback={<ImportRow />}>
      <Suspense fallback={<DraftsPlaceholder />}>
        <Drafts />
      </Suspense>
    </ErrorBoundary>
  )
