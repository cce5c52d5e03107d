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

// Not awaited here: what is fetched on the way imports this file, and would wait for its end.
void start()
