import { IconChevronDown, IconX } from '@tabler/icons-react'
import { useCombobox, type UseComboboxStateChange } from 'downshift'
import { useId, useState, type KeyboardEvent, type SyntheticEvent } from 'react'
import { finder } from '../../contract/rules/folding.ts'
import { Field } from './field.tsx'
import { keptHighlight } from './highlight.ts'
import { useT } from './phrases.ts'
import { unlessResting } from './resting-pointer.ts'
import * as field from './field.module.css'
import * as styles from './search-select.module.css'

interface Choice {
  id: string
  name: string
}

interface Props {
  label: string
  choices: readonly Choice[]
  value: string | null
  onChange: (id: string | null) => void
  /** Shown while nothing is chosen. */
  placeholder: string
  nothingFound: string
  /** True while more choices are loading, so that "nothing fits" is not shown yet. */
  isPending?: boolean
  clearable?: boolean
  name?: string
  /** Called with the typed text, for lists that are searched on the server. */
  onSearch?: (text: string) => void
  className?: string
}

/** A hidden label is seen in small type inside the box, as in a bar of filters, where nothing shows an error. */
type Labelled = { hiddenLabel?: false; error?: string | undefined } | { hiddenLabel: true; error?: never }

type Preventable = Event & { preventDownshiftDefault?: boolean }
type Control = { id?: string; 'aria-label'?: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

/**
 * A combobox for many choices, which typing filters. Arrows, Enter and Escape work as usual; leaving it chooses
 * nothing.
 */
export function SearchSelect({ label, error, hiddenLabel = false, className, ...rest }: Props & Labelled) {
  if (hiddenLabel) {
    return (
      <div className={`${styles.labelled} ${className ?? ''}`}>
        <span className={styles.label} aria-hidden>
          {label}
        </span>
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

type ComboboxProps = Omit<Props, 'className'> & { control: Control }

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
  const id = useId()
  /** The typed text while the list is open; when closed, the input shows the chosen name. */
  const [typed, setTyped] = useState<string>()
  const isOpen = typed !== undefined
  /** The chosen item, which a later server search may no longer return. */
  const [picked, setPicked] = useState<Choice>()
  const chosen = [...choices, picked].find((choice) => choice?.id === value)
  const isFound = finder(typed ?? '')
  const found = isOpen ? choices.filter((choice) => isFound(choice.name)) : []
  const optionId = (index: number) => `${id}-${found[index]?.id}`
  const combobox = useCombobox<Choice>({
    items: found,
    itemToString: (choice) => choice?.name ?? '',
    itemToKey: (choice) => choice?.id,
    isOpen,
    inputValue: typed ?? chosen?.name ?? '',
    selectedItem: chosen ?? null,
    ...keptHighlight<Choice>(),
    onStateChange: follow,
    ...(control.id !== undefined && { inputId: control.id }),
    menuId: `${id}-list`,
    getItemId: optionId,
  })

  const { highlightedIndex } = combobox

  function type(text: string) {
    setTyped(text)
    onSearch?.(text)
  }

  function open() {
    type('')
    const chosenAt = choices.findIndex((choice) => choice.id === value)
    combobox.setHighlightedIndex(Math.max(0, chosenAt))
  }

  function follow({ type: happened, selectedItem }: UseComboboxStateChange<Choice>) {
    const { InputBlur, InputKeyDownEscape, ItemClick, InputKeyDownEnter } = useCombobox.stateChangeTypes
    if (happened === InputBlur || happened === InputKeyDownEscape) setTyped(undefined)
    // Choosing the current item again is not a change.
    if ((happened === ItemClick || happened === InputKeyDownEnter) && found.length > 0) choose(selectedItem ?? chosen)
  }

  function choose(choice: Choice | undefined) {
    if (choice === undefined) return
    setTyped(undefined)
    setPicked(choice)
    onSearch?.('')
    onChange(choice.id)
  }

  function onClick(event: SyntheticEvent<Element, Preventable>) {
    event.nativeEvent.preventDownshiftDefault = true
    if (!isOpen) open()
  }

  function onKeyDown(event: KeyboardEvent & { nativeEvent: Preventable }) {
    if (!isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      // Opened here and not in `follow`, so that it is open before the next key, however fast.
      event.nativeEvent.preventDownshiftDefault = true
      event.preventDefault()
      open()
    }
    if (event.key !== 'Escape') return
    // Escape closes the list and not the dialog around it. Without an open list it goes to the dialog, and the choice
    // stays.
    if (isOpen) event.stopPropagation()
    else event.nativeEvent.preventDownshiftDefault = true
  }

  return (
    <div className={styles.place}>
      <input
        {...combobox.getInputProps({
          ...control,
          name,
          className: field.input,
          spellCheck: false,
          'aria-activedescendant': found[highlightedIndex] && optionId(highlightedIndex),
          // The field's own label is used instead.
          'aria-labelledby': undefined,
          placeholder: chosen?.name ?? placeholder,
          // Updated synchronously, or the caret would jump to the end.
          onChange: (event) => type(event.currentTarget.value),
          onClick,
          onKeyDown,
        })}
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
      {/* Pressing in the list must not take the focus from the input, or the blur would close the list first. */}
      <div
        {...combobox.getMenuProps({
          'aria-label': label,
          tabIndex: -1,
          className: styles.list,
          hidden: !isOpen,
          onPointerDown: (event) => event.preventDefault(),
          onMouseDown: (event) => event.preventDefault(),
        })}
      >
        {found.map((choice, index) => (
          <div
            key={choice.id}
            {...combobox.getItemProps({
              item: choice,
              index,
              'aria-selected': choice.id === value,
              onMouseMove: unlessResting,
            })}
            data-active={index === highlightedIndex || undefined}
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
