import { Provider } from 'jotai'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { HashRouter, Route, Routes } from 'react-router-dom'
import { DirectionProvider } from '#src/ui/Direction.tsx'
import { Toaster } from '#src/ui/Toaster.tsx'
import { useLanguage } from '../i18n/use-language.ts'
import { ErrorBoundary } from '../shell/ErrorBoundary.tsx'
import { LaunchGate } from './launch/LaunchGate.tsx'
import { SessionEnded } from './launch/SessionEnded.tsx'
import { LazyPage } from './lazy-page.tsx'
import { WaitingOrders } from './offline/WaitingOrders.tsx'
import { loadNotFound } from './page-scripts.ts'
import { routes, type Route as Screen } from './routes.ts'
import { SkipLinks } from './SkipLinks.tsx'
import { useOfflineToast } from './use-offline-toast.ts'

/** Keyed by screen: React would else keep the page before while the next one's script is on its way. */
const pageOf = (screen: Screen) =>
  'Page' in screen ? <screen.Page /> : <LazyPage key={screen.paths[0]} load={screen.load} />

/** The app: what every page stands on, and the pages. */
export function App() {
  const { t } = useTranslation('shop')
  const { dir } = useLanguage()
  useOfflineToast()
  return (
    <Provider>
      <DirectionProvider dir={dir}>
        <ErrorBoundary>
          <Suspense fallback={null}>
            <HashRouter useTransitions={false}>
              <SkipLinks />
              <LaunchGate>
                <Routes>
                  {routes.flatMap((route) =>
                    route.paths.map((path) => (
                      <Route key={path} path={path} element={pageOf(route)} />
                    )),
                  )}
                  <Route path="*" element={<LazyPage key="not-found" load={loadNotFound} />} />
                </Routes>
              </LaunchGate>
              <SessionEnded />
              <WaitingOrders />
            </HashRouter>
          </Suspense>
        </ErrorBoundary>
        <Toaster label={t('app.notifications')} closeLabel={t('app.close')} />
      </DirectionProvider>
    </Provider>
  )
}
