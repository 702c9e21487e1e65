import { IconChevronDown, IconX } from '@tabler/icons-react'
import { useCombobox, type UseComboboxStateChange } from 'downshift'
import { useId, useState, type KeyboardEvent } from 'react'
import { finder } from '../../contract/rules/folding.ts'
import { Field } from './field.tsx'
import { useT } from './phrases.ts'
import { unlessResting } from './resting-pointer.ts'
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
  const id = useId()
  /** What is typed while the list is open; closed, the input shows the name of what is chosen. */
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(0)
  const isOpen = typed !== undefined
  /** What was chosen; when the server searches, it may be gone from the choices by then. */
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
    // More choices may have come, or fewer be left, since somebody moved.
    highlightedIndex: Math.min(active, found.length - 1),
    onStateChange: follow,
    ...(control.id !== undefined && { inputId: control.id }),
    menuId: `${id}-list`,
    getItemId: optionId,
  })

  function open(text = '') {
    setTyped(text)
    const chosenAt = choices.findIndex((choice) => choice.id === value)
    setActive(text === '' ? Math.max(0, chosenAt) : 0)
    onSearch?.(text)
  }

  function follow({ type, highlightedIndex, selectedItem }: UseComboboxStateChange<Choice>) {
    const types = useCombobox.stateChangeTypes
    switch (type) {
      case types.InputBlur:
      case types.InputKeyDownEscape:
        setTyped(undefined)
        break
      case types.ItemClick:
      case types.InputKeyDownEnter:
        // What is chosen already is no change.
        if (found.length > 0) choose(selectedItem ?? chosen)
        break
      case types.InputClick:
      case types.InputKeyDownArrowDown:
      case types.InputKeyDownArrowUp:
        if (!isOpen) open()
        else if (type !== types.InputClick) moveTo(highlightedIndex)
        break
      default:
        if (isOpen) moveTo(highlightedIndex)
    }
  }

  function moveTo(index: number | undefined) {
    if (index !== undefined && index >= 0) setActive(index)
  }

  function choose(choice: Choice | undefined) {
    if (choice === undefined) return
    setTyped(undefined)
    setPicked(choice)
    onSearch?.('')
    onChange(choice.id)
  }

  function onKeyDown(event: KeyboardEvent & { nativeEvent: { preventDownshiftDefault?: boolean } }) {
    if (event.key !== 'Escape') return
    // It closes the list, and not the dialog that the list may be in; without a list it is the dialog's, and what was chosen stays.
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
          'aria-activedescendant': found.length > 0 ? optionId(combobox.highlightedIndex) : undefined,
          // Its label is the field's.
          'aria-labelledby': undefined,
          placeholder: chosen?.name ?? placeholder,
          // At once, or the caret would jump to the end.
          onChange: (event) => open(event.currentTarget.value),
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
      {/* Pressing in the list must not take the focus from the input, or leaving it would close the list first. */}
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
            data-active={index === combobox.highlightedIndex || undefined}
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
