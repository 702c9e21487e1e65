import { IconSearch, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { readLine } from '../../contract/rules/written-characters.ts'
import { useDelayed } from '../api/use-delayed.ts'
import { useT } from '../ui/phrases.ts'
import * as styles from './search-field.module.css'

interface Props {
  /** Names the searchable fields. */
  help: string
  value: string
  onChange: (text: string | undefined) => void
}

export function SearchField({ help, value, onChange }: Props) {
  const t = useT()
  const [typed, setTyped] = useState(value)
  const [sent, setSent] = useState(value)
  const [seen, setSeen] = useState(value)
  // The address may change elsewhere, as with "Clear filters" or the browser's back button. This field's own change
  // must not undo what was typed since.
  if (value !== seen) {
    setSeen(value)
    if (value !== sent) setTyped(value)
  }
  const search = useDelayed((text: string) => {
    const read = readLine(text)
    setSent(read)
    onChange(read || undefined)
  })
  return (
    <div className={styles.search}>
      <IconSearch size={18} aria-hidden className={styles.searchIcon} />
      {/* A search stores nothing, and no name, number or email is longer than what it takes. */}
      <input
        type="search"
        className={styles.searchInput}
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
        aria-label={`${t('lists:filter.search')}: ${help}`}
        placeholder={help}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          search.soon(event.currentTarget.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search.now(typed)
        }}
      />
      {typed !== '' && (
        <button
          type="button"
          className={styles.clearSearch}
          aria-label={t('lists:filter.clearSearch')}
          onClick={() => {
            setTyped('')
            search.now('')
          }}
        >
          <IconX size={16} aria-hidden />
        </button>
      )}
    </div>
  )
}
