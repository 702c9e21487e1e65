import { useId, useState, type ComponentProps, type KeyboardEvent } from 'react'
import type { SubjectMatch } from '../../../contract/subjects/matching.ts'
import { Field } from '../../ui/field.tsx'
import { useT } from '../../ui/phrases.ts'
import { SubjectMatchLines } from './subject-match-lines.tsx'
import type { Matches } from './use-subject-matches.ts'
import * as field from '../../ui/field.module.css'
import * as styles from './subject-search-field.module.css'

interface Props extends Pick<ComponentProps<'input'>, 'name' | 'value' | 'inputMode' | 'onChange'> {
  label: string
  error: string | undefined
  /** Subjects that the text may mean; undefined while they should not be shown. */
  matches: Matches | undefined
  /** Messages for no match, for a failed search and, in place of their number, for subjects that match. */
  words: { none: string; failed: string; found?: string }
  onShow: (isShown: boolean) => void
  onChoose: (match: SubjectMatch) => void
}

/**
 * A text field with matches below it. Arrow keys move through the matches and back to the text, Enter chooses the
 * current match or else submits the form, and Escape hides the matches. No match is preselected, and matches of an
 * earlier text cannot be chosen. They stay in the flow of the page below a form's buttons, even without focus, so that
 * nothing moves away under a finger.
 */
export function SubjectSearchField({ label, error, matches, words, onShow, onChoose, onChange, ...input }: Props) {
  const t = useT()
  const listId = useId()
  const [activeId, setActiveId] = useState<string>()
  const list = matches?.list ?? []
  const isCurrent = matches?.state === 'current'
  const at = isCurrent ? list.findIndex(({ id }) => id === activeId) : -1
  const active = list[at]
  const isShown = list.length > 0

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (matches === undefined) onShow(true)
      // After the last match, and before the first, comes the text itself.
      const stops = list.length + 1
      const from = at === -1 ? list.length : at
      setActiveId(list[(from + step + stops) % stops]?.id)
    } else if (event.key === 'Enter' && active !== undefined) {
      event.preventDefault()
      onChoose(active)
    } else if (event.key === 'Escape' && matches !== undefined) {
      event.preventDefault()
      event.stopPropagation()
      setActiveId(undefined)
      onShow(false)
    }
  }

  return (
    <div className={styles.search}>
      <Field label={label} error={error}>
        {(control) => (
          <input
            {...input}
            {...control}
            role="combobox"
            className={field.input}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={listId}
            aria-activedescendant={active && `${listId}-${active.id}`}
            onChange={(event) => {
              setActiveId(undefined)
              onShow(true)
              onChange?.(event)
            }}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <div className={styles.found}>
        <p role="status" className={styles.note}>
          {matches !== undefined && noteOf(matches)}
        </p>
        <div
          id={listId}
          role="listbox"
          tabIndex={-1}
          aria-label={t('subjectSearch:list')}
          aria-busy={isShown && !isCurrent}
          className={styles.list}
          hidden={!isShown}
        >
          {list.map((match) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the focus stays in the input, which hears the keys and names the active option
            <div
              key={match.id}
              id={`${listId}-${match.id}`}
              role="option"
              className={styles.match}
              aria-selected={match === active}
              aria-disabled={!isCurrent || undefined}
              ref={match === active ? scrollIntoView : undefined}
              onClick={() => isCurrent && onChoose(match)}
            >
              <SubjectMatchLines match={match} />
            </div>
          ))}
        </div>
      </div>
    </div>
  )

  function noteOf({ state, hasMore }: Matches): string {
    if (state === 'failed') return words.failed
    if (state !== 'current') return ''
    if (list.length === 0) return words.none
    if (words.found !== undefined) return words.found
    return t(hasMore ? 'subjectSearch:more' : 'subjectSearch:count', { count: list.length })
  }
}

function scrollIntoView(item: HTMLElement | null): void {
  item?.scrollIntoView?.({ block: 'nearest' })
}
