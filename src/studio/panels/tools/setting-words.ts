import { useTranslation } from 'react-i18next'

/** The words of a tool's settings, by the keys that its table row gives. */
export function useSettingWords() {
  const { t } = useTranslation('tools')
  return {
    field: (key: string): string => t(`fields.${key}` as 'fields.strength'),
    option: (key: string, option: string | number): string =>
      t(`options.${key}.${option}` as 'options.look.soft'),
  }
}
