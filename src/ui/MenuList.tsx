import type * as Context from 'radix-ui/context-menu'
import type * as Dropdown from 'radix-ui/dropdown-menu'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { CaretRightIcon, CheckIcon } from './icons.ts'
import { Kbd } from './Kbd.tsx'
import styles from './Menu.module.css'
import type { MenuItem } from './menu-items.ts'

/** Both of Radix's menus have the same parts. */
export type MenuParts = Pick<
  typeof Dropdown | typeof Context,
  | 'Item'
  | 'CheckboxItem'
  | 'RadioGroup'
  | 'RadioItem'
  | 'ItemIndicator'
  | 'Label'
  | 'Separator'
  | 'Sub'
  | 'SubTrigger'
  | 'SubContent'
  | 'Portal'
>

interface MenuListProps {
  readonly parts: MenuParts
  readonly items: readonly MenuItem[]
}

/** The lines of a menu, whichever menu it is. */
export const MenuList = ({ parts, items }: MenuListProps): ReactNode =>
  items.map((item) => <MenuLine key={item.id} parts={parts} item={item} />)

function MenuLine({ parts, item }: { parts: MenuParts; item: MenuItem }) {
  switch (item.kind) {
    case 'separator':
      return <parts.Separator className={styles.separator} />
    case 'heading':
      return <parts.Label className={styles.heading}>{item.label}</parts.Label>
    case 'choice':
      return <ChoiceLines parts={parts} item={item} />
    case 'check':
      return (
        <parts.CheckboxItem
          className={styles.item}
          checked={item.checked}
          onCheckedChange={item.onChange}
          disabled={item.disabled ?? false}
        >
          <Words item={item} />
          <Indicator parts={parts} />
        </parts.CheckboxItem>
      )
    case 'submenu':
      return (
        <parts.Sub>
          <parts.SubTrigger className={styles.item} disabled={item.disabled ?? false}>
            <Words item={item} />
            <CaretRightIcon className={styles.caret} />
          </parts.SubTrigger>
          <parts.Portal>
            <parts.SubContent className={styles.menu} sideOffset={4} collisionPadding={8}>
              <MenuList parts={parts} items={item.items} />
            </parts.SubContent>
          </parts.Portal>
        </parts.Sub>
      )
    default:
      return (
        <parts.Item
          className={classNames(styles.item, item.danger && styles.danger)}
          disabled={item.disabled ?? false}
          onSelect={item.onSelect}
        >
          <Words item={item} />
          {item.shortcut && <Kbd>{item.shortcut}</Kbd>}
        </parts.Item>
      )
  }
}

const Words = ({ item }: { item: { readonly label: string; readonly icon?: ReactNode } }) => (
  <>
    {item.icon && <span className={styles.icon}>{item.icon}</span>}
    <span className={styles.label}>{item.label}</span>
  </>
)

const Indicator = ({ parts }: { parts: MenuParts }) => (
  <parts.ItemIndicator className={styles.indicator}>
    <CheckIcon />
  </parts.ItemIndicator>
)

const ChoiceLines = (props: { parts: MenuParts; item: Extract<MenuItem, { kind: 'choice' }> }) => {
  const { parts, item } = props
  return (
    <parts.RadioGroup value={item.value} onValueChange={item.onChange}>
      {item.options.map(({ value, label, lang }) => (
        <parts.RadioItem key={value} value={value} className={styles.item} lang={lang}>
          <span className={styles.label}>{label}</span>
          <Indicator parts={parts} />
        </parts.RadioItem>
      ))}
    </parts.RadioGroup>
  )
}
