/** One stage of a Dockerfile: what it starts from, and its instructions in order. */
export interface Stage {
  readonly name: string
  readonly from: string
  readonly instructions: readonly { readonly name: string; readonly text: string }[]
}

/** The stages of a Dockerfile, continued lines joined, comments left out. */
export function stagesOf(dockerfile: string): readonly Stage[] {
  const joined = dockerfile.replaceAll(/^\s*#.*\n/gm, '').replaceAll(/\\\n\s*/g, '')
  const stages: { name: string; from: string; instructions: { name: string; text: string }[] }[] =
    []
  for (const line of joined.split('\n')) {
    const [, name, text = ''] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? []
    if (name === 'FROM') {
      const [, from = '', as = ''] = /^(\S+)(?:\s+AS\s+(\S+))?/i.exec(text) ?? []
      stages.push({ name: as, from, instructions: [] })
    } else if (name !== undefined) stages.at(-1)?.instructions.push({ name, text })
  }
  return stages
}

/** The arguments of a stage's instructions of one kind. */
export const textsOf = (stage: Stage, name: string): readonly string[] =>
  stage.instructions.filter((each) => each.name === name).map(({ text }) => text)

/** What a stage's `ENV` lines set; values have no spaces. */
export const environmentOf = (stage: Stage): Readonly<Record<string, string>> =>
  Object.fromEntries(
    textsOf(stage, 'ENV').flatMap((text) =>
      text.split(/\s+/).map((pair) => {
        const [name = '', ...value] = pair.split('=')
        return [name, value.join('=')]
      }),
    ),
  )
