import { askForWords } from '../i18n/catalogues.ts'
import { languageOfLaunch } from '../i18n/launch-language.ts'
import { askForPage, wordsOf } from './page-scripts.ts'

/*
 * What the opened address needs besides the first script, asked for while that is on its way: a
 * small script of its own, started by index.html (build/opening-script.ts).
 */

/** The namespaces of the opened address. */
export const openingWords = wordsOf(location.hash)

/** The language of this launch; never fails. */
export const openingLanguage = languageOfLaunch()

void openingLanguage.then((code) => askForWords(code, openingWords))
// After the words, where their language is known: nothing is shown without them.
queueMicrotask(() => {
  // What fails here is asked for again where it is needed, and said there.
  askForPage(location.hash).catch(() => {})
})
