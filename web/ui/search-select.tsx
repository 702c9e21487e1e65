import { IconChevronDown, IconX } from '@tabler/icons-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { finder } from '../../contract/rules/folding.ts'
import { Field } from './field.tsx'
import { useT } from './phrases.ts'
import field from './field.module.css'
import styles from './search-select.module.css'

interface Choice {
  id: string
  name: string
}

interface Props {
  label: string
  choices: readonly Choice[]
  value: string | null
  onChange: (id: string | null) => void
  /** The words that are shown while nothing is chosen. */
  placeholder: string
  nothingFound: string
  /** Whether more choices are on their way, so that nobody can say yet that there are none. */
  isPending?: boolean
  clearable?: boolean
  error?: string | undefined
  name?: string
  /** Hears what is typed, where the choices given are not all there are. */
  onSearch?: (text: string) => void
  /** The label is only read aloud, as in a bar of filters. */
  hiddenLabel?: boolean
  className?: string
}

type Control = { id?: string; 'aria-label'?: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

/** Offers many choices, which typing narrows. It works as a combobox does: arrows, Enter, Escape; leaving it chooses nothing. */
export function SearchSelect({ label, error, hiddenLabel = false, className, ...rest }: Props) {
  if (hiddenLabel) {
    return (
      <div className={className}>
        <Combobox {...rest} label={label} control={{ 'aria-label': label }} />
      </div>
    )
  }
  return (
    <Field label={label} error={error}>
      {(control) => <Combobox {...rest} label={label} control={control} />}
    </Field>
  )
}

type ComboboxProps = Omit<Props, 'hiddenLabel' | 'className' | 'error'> & { control: Control }

function Combobox({
  label,
  choices,
  value,
  onChange,
  placeholder,
  nothingFound,
  isPending = false,
  clearable,
  name,
  onSearch,
  control,
}: ComboboxProps) {
  const t = useT()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  /** What is typed while the list is open; closed, the input shows the name of what is chosen. */
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(0)
  const isOpen = typed !== undefined
  /** What was chosen; when the server searches, it may be gone from the choices by then. */
  const [picked, setPicked] = useState<Choice>()
  const chosen = [...choices, picked].find((choice) => choice?.id === value)
  const isFound = finder(typed ?? '')
  const found = isOpen ? choices.filter((choice) => isFound(choice.name)) : []
  const activeChoice = found[Math.min(active, found.length - 1)]

  function open(text = '') {
    setTyped(text)
    setActive(
      text === ''
        ? Math.max(
            0,
            choices.findIndex(({ id }) => id === value),
          )
        : 0,
    )
    onSearch?.(text)
  }

  function choose(choice: Choice | undefined) {
    if (choice === undefined) return
    setTyped(undefined)
    setPicked(choice)
    onSearch?.('')
    onChange(choice.id)
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (!isOpen) open()
      else if (found.length > 0) setActive((active + step + found.length) % found.length)
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      choose(activeChoice)
    } else if (event.key === 'Escape' && isOpen) {
      // It closes the list, and not the dialog that the list may be in.
      event.preventDefault()
      event.stopPropagation()
      setTyped(undefined)
    }
  }

  return (
    <div className={styles.place}>
      <input
        {...control}
        ref={input}
        name={name}
        role="combobox"
        className={field.input}
        autoComplete="off"
        spellCheck={false}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={activeChoice && `${listId}-${activeChoice.id}`}
        placeholder={chosen?.name ?? placeholder}
        value={typed ?? chosen?.name ?? ''}
        onChange={(event) => open(event.currentTarget.value)}
        onClick={() => !isOpen && open()}
        onBlur={() => setTyped(undefined)}
        onKeyDown={onKeyDown}
      />
      {clearable && chosen !== undefined && !isOpen ? (
        <button
          type="button"
          className={styles.clear}
          aria-label={t('shell:clearChoice', { field: label })}
          onClick={() => onChange(null)}
        >
          <IconX size={18} aria-hidden />
        </button>
      ) : (
        <IconChevronDown size={18} aria-hidden className={styles.icon} />
      )}
      {/* Pressing in the list must not take the focus from the input, or leaving it would close the list first. */}
      <div
        id={listId}
        role="listbox"
        tabIndex={-1}
        aria-label={label}
        className={styles.list}
        hidden={!isOpen}
        onPointerDown={(event) => event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
      >
        {found.map((choice) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the focus stays in the input, which hears the keys and names the active option
          <div
            key={choice.id}
            id={`${listId}-${choice.id}`}
            role="option"
            aria-selected={choice.id === value}
            data-active={choice === activeChoice || undefined}
            ref={choice === activeChoice ? scrollIntoView : undefined}
            onClick={() => choose(choice)}
          >
            {choice.name}
          </div>
        ))}
        {found.length === 0 && (
          <div role="option" tabIndex={-1} aria-selected={false} aria-disabled className={styles.nothing}>
            {isPending ? t('shell:loading') : nothingFound}
          </div>
        )}
      </div>
    </div>
  )
}

function scrollIntoView(item: HTMLElement | null): void {
  item?.scrollIntoView?.({ block: 'nearest' })
}
