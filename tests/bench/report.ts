import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

const path = resolve('docs/benchmarks.md')
const OPENING = `# Benchmarks

Written by \`npm run bench\`. Absolute times are one machine's: take the ratios, which compare with a
named peer in the same run.
`

/** Puts a section into \`docs/benchmarks.md\`, in place of the one with the same title. */
export function writeBenchSection(title: string, markdown: string): void {
  const written = existsSync(path) ? readFileSync(path, 'utf8') : OPENING
  const [opening = OPENING, ...sections] = written.split(/\n(?=## )/)
  const others = sections.filter((section) => !section.startsWith(`## ${title}\n`))
  const all = [...others, `## ${title}\n\n${markdown.trim()}`]
    .map((section) => section.trim())
    .sort()
  writeFileSync(path, `${opening.trim()}\n\n${all.join('\n\n')}\n`)
  console.log(`\n## ${title}\n\n${markdown}`)
}
