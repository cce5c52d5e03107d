/** A station's agent as a process of its own, without its screen, to be killed. */
import { startAgent } from '../../station/agent.ts'

const [server = '', machine = '', folder = '', printer = '', enrol = ''] = process.argv.slice(2)
const settings = { server, machine, folder, enrol: enrol === '' ? null : enrol }
const silent = { print: () => {}, printer: () => {}, server: () => {} }
await startAgent(settings, printer, silent, (text) => console.error(text))
console.log('ready')
