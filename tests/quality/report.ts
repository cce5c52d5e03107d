import { writeSection } from '../fixtures/sections.ts'

const OPENING = `# Quality

Written by \`npm run quality\`: the shipped \`.onnx\` files in the shipped pipelines, on the open
measuring sets, which no training of ours saw, beside the models of others in
\`../shared/data/reference-models\`. *Run here* was measured in the same run, *published* is what the
authors wrote.
`

/** Puts a section into \`docs/quality.md\`, in place of the one with the same title. */
export const writeQualitySection = (title: string, markdown: string): void =>
  writeSection('docs/quality.md', OPENING, title, markdown)

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
