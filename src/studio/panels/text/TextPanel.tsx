import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#core/design/edits/text.ts'
import { useLanguage } from '#src/i18n/use-language.ts'
import { addTextAtom } from '#src/state/add-text.ts'
import { selectedLayersAtom } from '#src/state/editor.ts'
import { useStudioLayout } from '#src/state/layout.ts'
import { newTextAtom } from '#src/state/new-text.ts'
import { Button } from '#src/ui/Button.tsx'
import { PlusIcon } from '#src/ui/icons.ts'
import { TextArea } from '#src/ui/TextArea.tsx'
import panel from '../panel.module.css'
import { Section } from '../Section.tsx'
import styles from './TextPanel.module.css'
import { TextProperties } from './TextProperties.tsx'

const ideas = ['idea1', 'idea2', 'idea3', 'idea4', 'idea5', 'idea6'] as const

/** Words for the design; where no inspector shows them, the settings of the text that is selected. */
export function TextPanel() {
  const layout = useStudioLayout()
  const layers = useAtomValue(selectedLayersAtom)
  const [first] = layers
  if (layout !== 'full' && layers.length === 1 && first?.kind === 'text' && !first.locked) {
    return (
      <div className={panel.stack}>
        <TextProperties key={first.id} layer={first} />
      </div>
    )
  }
  return <NewText />
}

function NewText() {
  const { t } = useTranslation('panels')
  const addText = useSetAtom(addTextAtom)
  const { code } = useLanguage()
  const [words, setWords] = useAtom(newTextAtom)
  const [asked, setAsked] = useState(false)
  const add = (text: string) => {
    void addText({ words: text, locale: code })
    setWords('')
    setAsked(false)
  }
  const submit = () => (words.trim() === '' ? setAsked(true) : add(words.trim()))
  return (
    <div className={panel.stack}>
      <form
        className={panel.section}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextArea
          label={t('text.field')}
          placeholder={t('text.placeholder')}
          value={words}
          maxLength={TEXT_MAX}
          rows={2}
          dir="auto"
          error={asked && words.trim() === '' ? t('text.enterFirst') : undefined}
          onChange={setWords}
        />
        <Button type="submit" variant="primary" icon={<PlusIcon />} stretch>
          {t('text.add')}
        </Button>
      </form>
      <Section title={t('text.ideas')}>
        <div className={styles.ideas}>
          {ideas.map((idea) => (
            <button
              key={idea}
              type="button"
              className={styles.idea}
              onClick={() => add(t(`text.${idea}`))}
            >
              {t(`text.${idea}`)}
            </button>
          ))}
        </div>
      </Section>
    </div>
  )
}
