import { Slot } from 'radix-ui/slot'
import { useState } from 'react'
import type { DropdownMenu, DropdownMenuProps } from './DropdownMenu.tsx'
import { showToast } from './toasts.ts'

export interface LazyDropdownMenuProps extends DropdownMenuProps {
  /** Said when the menu cannot be fetched. */
  readonly failedText: string
}

const load = () => import('./DropdownMenu.tsx')
const prepare = () => void load().catch(() => {})

/** A menu whose machinery is fetched when its button is first touched: for a first screen. */
export function LazyDropdownMenu({ failedText, ...props }: LazyDropdownMenuProps) {
  const [Menu, setMenu] = useState<typeof DropdownMenu | null>(null)
  const open = () =>
    load().then(
      (loaded) => setMenu(() => loaded.DropdownMenu),
      () => showToast({ id: 'menu-failed', text: failedText, tone: 'warning' }),
    )
  if (Menu) return <Menu {...props} defaultOpen />
  return (
    <Slot
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => void open()}
    >
      {props.trigger}
    </Slot>
  )
}
