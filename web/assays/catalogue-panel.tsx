import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { CatalogueEntry } from '../../contract/assays/catalogue.ts'
import { finder } from '../../contract/rules/folding.ts'
import { Action } from '../editing/actions.tsx'
import { EditPanel } from '../editing/edit-panel.tsx'
import { paths } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { useT } from '../ui/phrases.ts'
import { TextField } from '../ui/text-field.tsx'
import { catalogueQuery, useTakeOver } from './assay-queries.ts'
import * as styles from './catalogue-panel.module.css'

/** Common rapid tests, in a panel over the list: one press copies one to the tenant's test kits, and opens it. */
export function CataloguePanel() {
  const t = useT()
  const search = useSearch({ from: '/logged-in/assays' })
  const isOperator = useHolder().userType === 'unlimited'
  const entries = useQuery(catalogueQuery())
  return (
    <EditPanel
      title={t(isOperator ? 'assays:catalogue.takeBuiltIn' : 'assays:catalogue.add')}
      intro={t(isOperator ? 'assayForm:catalogue.operatorsIntro' : 'assayForm:catalogue.intro')}
      below={paths.assays(search)}
      query={entries}
      rows={8}
    >
      {(stored) => <Catalogue entries={stored} />}
    </EditPanel>
  )
}

function Catalogue({ entries }: { entries: readonly CatalogueEntry[] }) {
  const t = useT()
  const { kind } = usePreferences().subjects
  const [text, setText] = useState('')
  const found = entries.filter(searched(text))
  // Entries for the tenant's own kind of subjects come first.
  const kinds = kind === 'human' ? (['human', null, 'non-human'] as const) : (['non-human', null, 'human'] as const)
  const parts = kinds.map((one) => ({ kind: one, entries: found.filter((entry) => entry.kind === one) }))
  return (
    <>
      <TextField
        name="search"
        type="search"
        label={t('assayForm:catalogue.search')}
        value={text}
        autoComplete="off"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p role="status" className={styles.count}>
        {t('assayForm:catalogue.found', { count: found.length })}
      </p>
      {parts
        .filter((part) => part.entries.length > 0)
        .map((part) => (
          <section key={part.kind}>
            <h3 className={styles.kind}>{t(`assayForm:catalogue.${part.kind ?? 'added'}`)}</h3>
            <ul className={styles.entries}>
              {part.entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ul>
          </section>
        ))}
      {found.length === 0 && <IconSearch size={32} stroke={1.5} aria-hidden />}
    </>
  )
}

function Entry({ entry }: { entry: CatalogueEntry }) {
  const t = useT()
  const navigate = useNavigate()
  const search = useSearch({ from: '/logged-in/assays' })
  const takeOver = useTakeOver()
  const lines = entry.analytes.map(({ name }) => name).join(', ')
  const about = [entry.manufacturer, lines !== entry.name && lines].filter(Boolean).join(' · ')
  return (
    <li className={styles.entry}>
      <div className={styles.words}>
        <strong>{entry.name}</strong>
        {about !== '' && <span className={styles.lines}>{about}</span>}
      </div>
      <Action
        icon={IconPlus}
        word={t('assayForm:catalogue.take')}
        label={t('assayForm:catalogue.takeOf', { name: entry.name })}
        isPending={takeOver.isPending}
        onAct={() =>
          takeOver.mutate(entry, {
            onSuccess: ({ id, name }) => void navigate(paths.assay(id, { ...search, crumb: name })),
          })
        }
      />
    </li>
  )
}

/** Matches entries in which each typed word begins a word of the name, the maker or a line. */
function searched(text: string): (entry: CatalogueEntry) => boolean {
  const isFound = finder(text)
  return ({ name, manufacturer, analytes }) =>
    isFound([name, manufacturer ?? '', ...analytes.map((analyte) => analyte.name)].join(' '))
}
