import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { type Theme, themeAtom, themes } from '#src/state/theme.ts'
import { DropdownMenu } from '#src/ui/DropdownMenu.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { CircleHalfIcon, MoonIcon, SunIcon } from '#src/ui/icons.ts'

const icons: Readonly<Record<Theme, typeof SunIcon>> = {
  system: CircleHalfIcon,
  light: SunIcon,
  dark: MoonIcon,
}

/** As the device, light or dark. */
export function ThemeSwitch() {
  const { t } = useTranslation('shop')
  const [theme, setTheme] = useAtom(themeAtom)
  const Icon = icons[theme]
  const options = themes.map((value) => ({ value, label: t(`app.themes.${value}`) }))
  const onChange = (value: string) => {
    const chosen = themes.find((candidate) => candidate === value)
    if (chosen) setTheme(chosen)
  }
  return (
    <DropdownMenu
      trigger={<IconButton label={t('app.theme')} icon={<Icon />} tooltip={false} />}
      items={[{ kind: 'choice', id: 'theme', value: theme, onChange, options }]}
    />
  )
}
