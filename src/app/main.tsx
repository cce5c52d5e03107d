import '#src/ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startWords } from '../i18n/i18n.ts'
import { App } from './App.tsx'
import { openingLanguage, openingWords } from './opening.ts'

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  await startWords(await openingLanguage, openingWords)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

/** When everything that the opened screen needs is here, and nothing else is to be done. */
function whenCalm(work: () => void): void {
  const calm = () => (window.requestIdleCallback ?? setTimeout)(work)
  if (document.readyState === 'complete') calm()
  else addEventListener('load', calm, { once: true })
}

// Not awaited here: what is fetched on the way imports this file, and would wait for its end.
void start()
// While developing every file is the newest.
if (import.meta.env.PROD) {
  whenCalm(() => {
    import('./offline/start-service-worker.ts')
      .then(({ startServiceWorker }) => startServiceWorker())
      // The script did not arrive: the next visit tries again.
      .catch(() => {})
  })
}
