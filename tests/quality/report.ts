import { writeSection } from '../fixtures/sections.ts'

const OPENING = `# Quality

What the shipped networks and pipelines achieve on the open measuring sets. Trainings of ours did not see them, but for what
"Chosen on what" names. Sections with figures of photographs are written by \`npm run quality\`, the others by hand. *Run here*:
measured in the same run, models of others from \`../shared/data/reference-models\`. *Published*: what the authors wrote.
`

/** Puts a section into \`docs/quality.md\`, in place of the one with the same title. */
export const writeQualitySection = (title: string, markdown: string): void =>
  writeSection('docs/quality.md', OPENING, title, markdown)

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
