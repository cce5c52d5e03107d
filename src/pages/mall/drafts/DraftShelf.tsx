import { lazy, Suspense } from 'react'
import { ErrorBoundary } from '#src/app/ErrorBoundary.tsx'

const Drafts = lazy(() => import('./Drafts.tsx'))

/** What was begun before. It comes after the first screen, and never keeps it waiting. */
export const DraftShelf = () => (
  <ErrorBoundary fallback={null}>
    <Suspense fallback={null}>
      <Drafts />
    </Suspense>
  </ErrorBoundary>
)
