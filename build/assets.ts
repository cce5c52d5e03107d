/**
 * Makes what is derived before the app is built, into folders that git ignores. Each step is a
 * module with one `make` function; it skips its work where its result is there, by what it and its sources hold.
 */
import { readdir } from 'node:fs/promises'

interface AssetStep {
  readonly make: () => Promise<string>
}

const folder = new URL('./assets/', import.meta.url)
const steps = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()
for (const name of steps) {
  const step: AssetStep = await import(new URL(name, folder).href)
  console.log(`${name.replace('.ts', '')}: ${await step.make()}`)
}
