import { Select, type SelectProps } from '@mantine/core'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Combobox.css'

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
      {...(hiddenLabel ? { 'aria-label': label } : { label })}
      searchable
      data={choices.map(({ id, name }) => ({ value: id, label: name }))}
      nothingFoundMessage={nothingFound}
      maxDropdownHeight={320}
      comboboxProps={{ shadow: 'md', transitionProps: { duration: 0 } }}
      {...(onSearch && { onSearchChange: onSearch })}
    />
  )
}
