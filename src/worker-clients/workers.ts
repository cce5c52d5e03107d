/** The four workers as the page sees them; each is spawned when it is first asked. */
export { compositor } from './compositor.ts'
export { imaging, spareDevice } from './imaging.ts'
export { library } from './library.ts'
export { openCv } from './opencv.ts'
