import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCombobox } from 'downshift'
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from 'react'
import { shortestSearch } from '../../contract/limits-and-times.ts'
import { readLine } from '../../contract/rules/written-characters.ts'
import { mostOfAKind } from '../../contract/search/endpoints.ts'
import { useDelayed } from '../api/use-delayed.ts'
import { failureWords } from '../api/failure-words.ts'
import { useSubjectSettings } from '../preferences/preferences.ts'
import { useUser } from '../session/queries.ts'
import { Button } from '../ui/button.tsx'
import { keptHighlight } from '../ui/highlight.ts'
import { useT } from '../ui/phrases.ts'
import { unlessResting } from '../ui/resting-pointer.ts'
import { ResultBadge } from '../ui/result-badge.tsx'
import * as styles from './finder-dialog.module.css'
import { FinderFrame, type TypedAhead } from './finder-frame.tsx'
import { foundQuery } from './finder-query.ts'
import { useSections, type FoundItem } from './finder-sections.tsx'

/** The pause in typing before the server is asked, in milliseconds. */
const pause = 200

/**
 * Searches everything that the user may see, and opens the chosen result. The typed text stays in this dialog: it is
 * never in an address, and is gone once the dialog is closed. Only results for the whole text can be chosen, so that
 * fast typing never opens somebody else's record.
 */
export function FinderDialog({ start, onClose }: { start: TypedAhead; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(start.text)
  const [asked, setAsked] = useState(readLine(start.text))
  /** The text at whose end a person or a scanner pressed Enter before its results came. */
  const [entered, setEntered] = useState(start.isEntered ? asked : undefined)
  const sectionsOf = useSections()
  const { help } = useWords()
  const ask = useDelayed(setAsked, pause)
  const text = readLine(typed)
  const isAsked = asked.length >= shortestSearch
  const found = useQuery({ ...foundQuery(asked), enabled: isAsked })
  const isWaiting = text !== asked || (isAsked && found.isFetching)
  const sections = isWaiting || !isAsked ? [] : sectionsOf(asked, found.data)
  const items = sections.flatMap((section) => section.items)

  const combobox = useCombobox<FoundItem>({
    items,
    itemToString: (item) => item?.title ?? '',
    itemToKey: (item) => item?.key,
    isOpen: true,
    inputValue: typed,
    selectedItem: null,
    ...keptHighlight<FoundItem>(),
    inputId: `${id}-input`,
    menuId: `${id}-list`,
    getItemId: (index) => `${id}-${index}`,
    onStateChange: ({ type, selectedItem }) => {
      const { InputKeyDownEnter, ItemClick } = useCombobox.stateChangeTypes
      if (type === InputKeyDownEnter || type === ItemClick) goTo(selectedItem)
    },
  })
  const { highlightedIndex } = combobox

  function goTo(item: FoundItem | null | undefined) {
    if (!item) return
    // Closing restores the focus, which the next page then takes over.
    onClose()
    void navigate(item.target)
  }

  const goToOnlyOne = useEffectEvent(() => {
    if (items.length === 1) goTo(items[0])
  })
  // The answer comes from outside React.
  useEffect(() => {
    if (entered === asked && !isWaiting) goToOnlyOne()
  }, [entered, asked, isWaiting])

  function onKeyDown(event: KeyboardEvent & { nativeEvent: { preventDownshiftDefault?: boolean } }) {
    if (event.key === 'Enter' && isWaiting) {
      setEntered(text)
      ask.now(text)
    }
    // The frame handles Escape and closes.
    if (event.key === 'Escape') event.nativeEvent.preventDownshiftDefault = true
  }

  return (
    <FinderFrame
      field={combobox.getInputProps({
        'aria-label': t('shell:searchTitle'),
        'aria-activedescendant': items[highlightedIndex] && `${id}-${highlightedIndex}`,
        placeholder: t(help),
        onChange: (event) => {
          setTyped(event.currentTarget.value)
          setEntered(undefined)
          ask.soon(readLine(event.currentTarget.value))
        },
        onKeyDown,
      })}
      onClose={onClose}
    >
      <div {...combobox.getMenuProps({ 'aria-label': t('finder:results') })} tabIndex={-1} className={styles.list}>
        {sections.map((section, at) => (
          <div key={section.title} role="group" aria-labelledby={`${id}-section-${at}`}>
            <p id={`${id}-section-${at}`} role="presentation" className={styles.heading}>
              {section.title}
            </p>
            {section.items.map((item) => {
              const index = items.indexOf(item)
              return (
                <div
                  key={item.key}
                  {...combobox.getItemProps({ item, index, onMouseMove: unlessResting })}
                  className={styles.item}
                >
                  <span className={styles.text}>
                    <span className={styles.title}>{item.title}</span>
                    {item.detail !== '' && <span className={styles.detail}>{item.detail}</span>}
                  </span>
                  {item.result && <ResultBadge result={item.result} />}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <State
        isFull={sections.some((section) => section.items.length === mostOfAKind)}
        text={text}
        isWaiting={isWaiting}
        error={isAsked && !isWaiting ? found.error : null}
        count={items.length}
        onRetry={() => void found.refetch()}
      />
    </FinderFrame>
  )
}

interface StateProps {
  /** True if there may be more results of a kind than are shown. */
  isFull: boolean
  text: string
  isWaiting: boolean
  error: Error | null
  count: number
  onRetry: () => void
}

/** The state of the search: a prompt, a pending request, a failure, or the number of results. */
function State({ isFull, text, isWaiting, error, count, onRetry }: StateProps) {
  const t = useT()
  const { start } = useWords()
  const failed = failureWords(error, { failed: 'finder:failed', hasFields: false })
  const words =
    text.length < shortestSearch
      ? t(start, { count: String(shortestSearch) })
      : isWaiting
        ? t('finder:loading')
        : (failed ?? (count === 0 ? t('finder:none', { text }) : t('finder:count', { count })))
  return (
    <div className={styles.state}>
      <p role="status">{words}</p>
      {text.length >= shortestSearch && !isWaiting && error === null && isFull && (
        <p>{t('finder:more', { count: String(mostOfAKind) })}</p>
      )}
      {error !== null && text.length >= shortestSearch && (
        <Button variant="default" onClick={onRetry}>
          {t('shell:tryAgain')}
        </Button>
      )}
    </div>
  )
}

/** The prompt that names what this user can search for. */
function useWords() {
  const { userType, entry } = useUser()
  const { kind } = useSubjectSettings()
  if (userType.name === 'patient') return { help: 'finder:helpPatient', start: 'finder:startPatient' } as const
  if (userType.name === 'unlimited' && entry === null) {
    return { help: 'finder:helpOperator', start: 'finder:startOperator' } as const
  }
  if (kind !== 'human') return { help: 'finder:helpOther', start: 'finder:startOther' } as const
  return { help: 'finder:help', start: 'finder:start' } as const
}
