import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { themeAtom, themes } from '#src/state/theme.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { CircleHalfIcon } from '#src/ui/icons.ts'
import { LazyDropdownMenu } from '#src/ui/LazyDropdownMenu.tsx'

/** As the device, light or dark. */
export function ThemeSwitch() {
  const { t } = useTranslation('shop')
  const [theme, setTheme] = useAtom(themeAtom)
  const options = themes.map((value) => ({ value, label: t(`app.themes.${value}`) }))
  const onChange = (value: string) => {
    const chosen = themes.find((candidate) => candidate === value)
    if (chosen) setTheme(chosen)
  }
  return (
    <LazyDropdownMenu
      failedText={t('app.loadingFailed')}
      trigger={<IconButton label={t('app.theme')} icon={<CircleHalfIcon />} tooltip={false} />}
      items={[{ kind: 'choice', id: 'theme', value: theme, onChange, options }]}
    />
  )
}
