import { useTranslation } from 'react-i18next'
import { isLocaleCode, localeCodes, locales } from '#core/locales.ts'
import { Button } from '#src/ui/Button.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { GlobeIcon } from '#src/ui/icons.ts'
import { LazyDropdownMenu } from '#src/ui/LazyDropdownMenu.tsx'
import { chooseLanguage } from '../i18n/i18n.ts'
import { useLanguage } from '../i18n/use-language.ts'

const options = localeCodes.map((code) => ({
  value: code,
  label: locales[code].endonym,
  lang: locales[code].bcp47,
}))

/** Every language by its own name; `compact` shows the globe alone. */
export function LanguageSwitch({ compact = false }: { readonly compact?: boolean }) {
  const { t } = useTranslation('shop')
  const { code } = useLanguage()
  const label = `${t('app.language')}: ${locales[code].endonym}`
  const onChange = (value: string) => {
    if (isLocaleCode(value)) void chooseLanguage(value)
  }
  return (
    <LazyDropdownMenu
      failedText={t('app.loadingFailed')}
      trigger={
        compact ? (
          <IconButton label={label} icon={<GlobeIcon />} tooltip={false} />
        ) : (
          <Button variant="ghost" icon={<GlobeIcon />} aria-label={label}>
            {locales[code].endonym}
          </Button>
        )
      }
      items={[{ kind: 'choice', id: 'language', value: code, onChange, options }]}
    />
  )
}
