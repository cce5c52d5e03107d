import { IconButton, type IconButtonProps } from '#src/ui/IconButton.tsx'
import type { CommandId } from './command-ids.ts'
import { useCommand } from './use-command.ts'

type CommandButtonProps = Omit<IconButtonProps, 'label' | 'icon' | 'onClick'> & {
  readonly id: CommandId
  readonly label?: string
}

/** A command as a picture. */
export function CommandButton({ id, label, ...button }: CommandButtonProps) {
  const ready = useCommand(id)
  const Icon = ready.command.icon
  return (
    <IconButton
      {...button}
      {...(ready.shortcut && { shortcut: ready.shortcut })}
      label={label ?? ready.label}
      icon={<Icon />}
      disabled={!ready.enabled}
      data-command={id}
      onClick={ready.perform}
    />
  )
}
