import { Select, type SelectProps } from '@mantine/core'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Combobox.css'
import styles from './search-select.module.css'

interface Props {
  label: string
  choices: readonly { id: string; name: string }[]
  value: string | null
  onChange: (id: string | null) => void
  /** Shown while nothing is chosen. */
  placeholder: string
  nothingFound: string
  clearable?: boolean
  error?: string | undefined
  name?: string
  /** Told what is typed, where the choices given are not all there are. */
  onSearch?: (text: string) => void
  hiddenLabel?: boolean
  className?: string
  size?: SelectProps['size']
}

/** One choice of many: typing narrows them. */
export function SearchSelect({ choices, label, hiddenLabel, nothingFound, onSearch, ...rest }: Props) {
  return (
    <Select
      {...rest}
      classNames={{ input: styles.input }}
      {...(hiddenLabel ? { 'aria-label': label } : { label })}
      searchable
      data={choices.map(({ id, name }) => ({ value: id, label: name }))}
      nothingFoundMessage={nothingFound}
      withScrollArea={false}
      styles={{ dropdown: { maxHeight: 320, overflowY: 'auto' } }}
      comboboxProps={{ shadow: 'md', withinPortal: false, transitionProps: { duration: 0 } }}
      {...(onSearch && { onSearchChange: onSearch })}
    />
  )
}
