import type { Command } from './command.ts'
import type { CommandId } from './command-ids.ts'
import { historyCommands, layerCommands, selectCommands } from './edit-commands.ts'
import { alignCommands, moveCommands, orderCommands } from './move-commands.ts'
import { panelCommands, viewCommands } from './view-commands.ts'

/** Every command: what buttons, menus, keys and the list of shortcuts are made from. */
export const commands: readonly Command[] = [
  ...historyCommands,
  ...layerCommands,
  ...selectCommands,
  ...moveCommands,
  ...orderCommands,
  ...alignCommands,
  ...viewCommands,
  ...panelCommands,
]

const byId = new Map(commands.map((command) => [command.id, command]))

/** The command called `id`. */
export function commandOf(id: CommandId): Command {
  const command = byId.get(id)
  if (command === undefined) throw new Error(`no command is called ${id}`)
  return command
}
