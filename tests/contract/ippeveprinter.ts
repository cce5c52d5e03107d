import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#server/database/free-port.ts'
import { createIppPrinter } from '#station/ipp/ipp-printer.ts'

/** A real IPP Everywhere printer, of Debian's cups-ipp-utils. */
export interface EvePrinter {
  readonly uri: string
  /** What it was sent lies here. */
  readonly spool: string
  readonly close: () => Promise<void>
}

/** It asks for a name service even where it is told to announce nothing: here it finds one that is silent. */
const stub = `
struct client { int state; };
static struct client only = { 2 };
void *avahi_client_new(const void *poll, int flags, void *callback, void *data, int *error) {
  (void)poll; (void)flags; (void)callback; (void)data; if (error) *error = 0; return &only; }
void avahi_client_free(void *client) { (void)client; }
int avahi_client_get_state(void *client) { (void)client; return 2; }
`

/** A program with what it is told. */
export interface Command {
  readonly program: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/**
 * How the printer is started.
 * @param folder of its own; its spool is made in it
 * @param prints a program that is run for each document, with its path
 * @param formats what it takes
 * @throws Error where it is not installed: `apt-get install cups-ipp-utils gcc libc6-dev`
 */
export async function eveCommand(
  folder: string,
  port: number,
  prints?: string,
  formats = 'image/png,image/jpeg,application/pdf',
): Promise<Command> {
  const spool = spoolIn(folder)
  await mkdir(spool)
  const [source, library] = [join(folder, 'stub.c'), join(folder, 'stub.so')]
  await writeFile(source, stub)
  execFileSync('gcc', ['-shared', '-fPIC', '-o', library, source])
  const where = ['-r', 'off', '-n', 'localhost', '-p', String(port), '-d', spool]
  const what = ['-f', formats]
  const printing = prints === undefined ? ['-k'] : ['-c', prints]
  return {
    program: '/usr/sbin/ippeveprinter',
    args: [...where, ...what, ...printing, 'Stampa'],
    env: { LD_PRELOAD: library },
  }
}

const spoolIn = (folder: string): string => join(folder, 'spool')

/** @throws Error where it is not installed: `apt-get install cups-ipp-utils gcc libc6-dev` */
export async function startEvePrinter(folder: string, formats?: string): Promise<EvePrinter> {
  const port = await freePort()
  const { program, args, env } = await eveCommand(folder, port, undefined, formats)
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const uri = `ipp://localhost:${port}/ipp/print`
  await isOpen(uri, child)
  return {
    uri,
    spool: spoolIn(folder),
    close: async () => {
      if (child.exitCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function isOpen(uri: string, child: ChildProcess): Promise<void> {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (piece) => {
      said += String(piece)
    })
  }
  while (child.exitCode === null) {
    try {
      await createIppPrinter(uri).look()
      return
    } catch {
      await pause(50)
    }
  }
  throw new Error(`ippeveprinter did not start:\n${said}`)
}
