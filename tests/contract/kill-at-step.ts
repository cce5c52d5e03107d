/**
 * Loaded before an agent: kills it at one step of its journal, as kill -9 would. The file that
 * `KILL_AT` names says where, `before sending` or `after sending`; it may change while the agent runs.
 */
import { readFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

const probe = await open('/dev/null')
const handles: FileHandle = Object.getPrototypeOf(probe)
await probe.close()
const write: FileHandle['write'] = Reflect.get(handles, 'write')
const datasync: FileHandle['datasync'] = Reflect.get(handles, 'datasync')
const steps = new WeakMap<FileHandle, string>()

function killAt(when: 'before' | 'after', step: string): void {
  if (readFileSync(process.env['KILL_AT'] ?? '', 'utf8') !== `${when} ${step}`) return
  process.kill(process.pid, 'SIGKILL')
  // Nothing more happens, not even what this very tick would do.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

Object.defineProperty(handles, 'write', {
  value: function writeOrDie(this: FileHandle, ...given: Parameters<FileHandle['write']>) {
    const [, step] = /^\{"step":"(\w+)"/.exec(String(given[0]).slice(0, 40)) ?? []
    if (step !== undefined) {
      steps.set(this, step)
      killAt('before', step)
    }
    return Reflect.apply(write, this, given)
  },
})
Object.defineProperty(handles, 'datasync', {
  value: async function syncAndDie(this: FileHandle) {
    await Reflect.apply(datasync, this, [])
    killAt('after', steps.get(this) ?? '')
  },
})
