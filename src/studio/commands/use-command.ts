import { atom, useAtomValue, useStore } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Command } from './command.ts'
import type { CommandId } from './command-ids.ts'
import { commandOf } from './command-table.ts'
import { keyText } from './keys.ts'

export interface ReadyCommand {
  readonly command: Command
  readonly label: string
  readonly shortcut: string | undefined
  readonly enabled: boolean
  readonly perform: () => void
}

/** A command with its words, ready for a button. */
export function useCommand(id: CommandId): ReadyCommand {
  const { t } = useTranslation('stage')
  const store = useStore()
  const command = commandOf(id)
  const enabled = useAtomValue(useMemo(() => atom((get) => command.isEnabled(get)), [command]))
  const [keys] = command.keys
  return {
    command,
    label: t(`commands.${id}`),
    shortcut: keys === undefined ? undefined : keyText(keys),
    enabled,
    perform: () => command.perform(store),
  }
}
