import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { isLocaleCode, localeCodes, locales } from '#core/locales.ts'
import { chooseLanguage } from '#src/i18n/i18n.ts'
import { useLanguage } from '#src/i18n/use-language.ts'
import { useHasMouse, useStudioLayout } from '#src/state/layout.ts'
import { setStudioOverAtom, studioOverAtom } from '#src/state/studio-over.ts'
import { themeAtom, themes } from '#src/state/theme.ts'
import { snappingAtom } from '#src/state/view.ts'
import { DropdownMenu } from '#src/ui/DropdownMenu.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import {
  CircleHalfIcon,
  DotsThreeVerticalIcon,
  ExportIcon,
  GlobeIcon,
  MagnetIcon,
  PencilSimpleIcon,
} from '#src/ui/icons.ts'
import type { MenuItem } from '#src/ui/menu-items.ts'
import { useMenuLine } from '../commands/use-command-menu.tsx'
import { RenameDesign } from './RenameDesign.tsx'
import { useExportDesign } from './use-export-design.ts'

/** What is needed seldom. */
export function StudioMenu() {
  const { t } = useTranslation('stage')
  const roomy = useStudioLayout() === 'full'
  const mouse = useHasMouse()
  const over = useAtomValue(studioOverAtom)
  const setOver = useSetAtom(setStudioOverAtom)
  const [snapping, setSnapping] = useAtom(snappingAtom)
  const { exportDesign, exporting } = useExportDesign()
  const line = useMenuLine()
  const settings = useSettingsLines()
  const items: readonly MenuItem[] = [
    {
      id: 'rename',
      label: t('menu.rename'),
      icon: <PencilSimpleIcon />,
      onSelect: () => setOver('rename', true),
    },
    { id: 'export', label: t('menu.export'), icon: <ExportIcon />, onSelect: exportDesign },
    line('product'),
    { kind: 'separator', id: 'after-design' },
    {
      kind: 'check',
      id: 'snapping',
      label: t('commands.snapping'),
      icon: <MagnetIcon />,
      checked: snapping,
      onChange: setSnapping,
    },
    line('fit'),
    ...(mouse ? [line('shortcuts')] : []),
    ...(roomy ? [] : settings),
  ]
  return (
    <>
      <DropdownMenu
        open={over === 'menu'}
        onOpenChange={(open) => setOver('menu', open)}
        trigger={
          <IconButton
            label={t('menu.more')}
            icon={<DotsThreeVerticalIcon />}
            loading={exporting}
            tooltip={false}
          />
        }
        items={items}
      />
      {over === 'rename' && <RenameDesign onClose={() => setOver('rename', false)} />}
    </>
  )
}

/** Language and theme, which have their own buttons where there is room. */
function useSettingsLines(): readonly MenuItem[] {
  const { t } = useTranslation('shop')
  const { code } = useLanguage()
  const [theme, setTheme] = useAtom(themeAtom)
  const languages = localeCodes.map((value) => ({
    value,
    label: locales[value].endonym,
    lang: locales[value].bcp47,
  }))
  return [
    { kind: 'separator', id: 'before-settings' },
    {
      kind: 'submenu',
      id: 'language',
      label: t('app.language'),
      icon: <GlobeIcon />,
      items: [
        {
          kind: 'choice',
          id: 'language-choice',
          value: code,
          onChange: (value) => {
            if (isLocaleCode(value)) void chooseLanguage(value)
          },
          options: languages,
        },
      ],
    },
    {
      kind: 'submenu',
      id: 'theme',
      label: t('app.theme'),
      icon: <CircleHalfIcon />,
      items: [
        {
          kind: 'choice',
          id: 'theme-choice',
          value: theme,
          onChange: (value) => {
            const chosen = themes.find((candidate) => candidate === value)
            if (chosen) setTheme(chosen)
          },
          options: themes.map((value) => ({ value, label: t(`app.themes.${value}`) })),
        },
      ],
    },
  ]
}
