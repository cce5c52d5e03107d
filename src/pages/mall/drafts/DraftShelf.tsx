import { lazy, Suspense } from 'react'
import { ErrorBoundary } from '#src/app/ErrorBoundary.tsx'
import { hintedDrafts } from '#src/state/draft-hint.ts'
import { ImportRow } from './ImportDesign.tsx'
import { ShelfPlace } from './ShelfPlace.tsx'

const Drafts = lazy(() => import('./Drafts.tsx'))

/** What was begun before. Its code comes after the first screen, and only where there is any. */
export const DraftShelf = () =>
  hintedDrafts() === 0 ? (
    <ImportRow />
  ) : (
    <ErrorBoundary fallback={<ImportRow />}>
      <Suspense fallback={<ShelfPlace />}>
        <Drafts />
      </Suspense>
    </ErrorBoundary>
  )
