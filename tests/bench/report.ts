import { writeSection } from '../fixtures/sections.ts'

const OPENING = `# Benchmarks

Sections with tables are written by \`npm run bench\`, but for the first. Absolute times are one machine's: take the ratios,
which compare with a named peer in the same run.
`

/** Puts a section into `docs/benchmarks.md`, in place of the one with the same title. */
export const writeBenchSection = (title: string, markdown: string): void =>
  writeSection('docs/benchmarks.md', OPENING, title, markdown)
