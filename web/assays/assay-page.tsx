import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { Assay } from '../../contract/assays/assay.ts'
import { mayKeepAssays } from '../../contract/permissions/can.ts'
import { localeFacts, locales } from '../../contract/locales.ts'
import { results } from '../../contract/rules/results.ts'
import { FormLink } from '../editing/form-panel.tsx'
import { DetailPage } from '../lists/detail-page.tsx'
import { paths } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { lazyPage } from '../loading/lazy-page.ts'
import { Coming } from '../loading/waiting.tsx'
import { Alert } from '../ui/alert.tsx'
import { Facts, given } from '../ui/facts.tsx'
import { instructionsIn, languagesOf } from '../ui/instructions.ts'
import { useT, type Translate } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { AssayStatusBadge } from './assay-status.tsx'
import * as styles from './assay-page.module.css'
import { assayQuery } from './queries.ts'

/** Loaded separately, so that the facts do not wait for it. */
const AssayActions = lazyPage(async () => (await import('./assay-actions.tsx')).AssayActions)
const IllustratedText = lazyPage(async () => (await import('../ui/illustrated-text.tsx')).IllustratedText)

export function AssayPage() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/assays/$id' })
  const { crumb: _, ...search } = useSearch({ from: '/logged-in/assays' })
  const detail = useQuery(assayQuery(id))
  const mayEdit = mayKeepAssays(useHolder())
  return (
    <DetailPage
      words="assays"
      id={id}
      name={detail.data?.data.name}
      kind={t('shell:page.assay')}
      detail={detail}
      list={paths.assays(search)}
      actions={
        mayEdit && (
          <FormLink target={paths.editAssay(id, search)} variant="default" icon={IconPencil} word={t('places:edit')} />
        )
      }
    >
      {({ data }, level) => <Details assay={data} level={level} />}
    </DetailPage>
  )
}

interface Props {
  assay: Assay
  level: 2 | 3
}

function Details({ assay, level }: Props) {
  const t = useT()
  const { manufacturer, model, gtin, readFromMinutes: from, readUntilMinutes: until, organisations, takenFrom } = assay
  const isOfCatalogue = useHolder().userType === 'unlimited'
  return (
    <div className={styles.details}>
      {assay.status === 'retired' && (
        <Alert tone="notice">{t(isOfCatalogue ? 'assays:catalogue.isWithdrawn' : 'assays:isRetired')}</Alert>
      )}
      <Facts
        title={t('places:detail.about')}
        level={level}
        facts={given([
          [t('places:column.status'), <AssayStatusBadge key="status" {...assay} />],
          [t('assays:detail.device'), [manufacturer, model].filter(Boolean).join(' ')],
          [t('fields:gtin'), gtin],
          [t('assays:detail.reading'), t('assays:minutes', { from, until })],
          [t('fields:deviceImageId'), t(`assays:detail.photo.${assay.imageRequired ? 'required' : 'optional'}`)],
          [t('assays:detail.timer'), t(`assays:detail.timer.${assay.requiresTimer ? 'required' : 'optional'}`)],
          [t('assays:detail.readers'), t(`assays:detail.readers.${assay.twoReaders ? 'two' : 'one'}`)],
          [t('fields:offeredResults'), assay.offeredResults.map((result) => t(`results:${result}`)).join(', ')],
          [
            t('fields:specimens'),
            assay.specimens.map(({ name, snomed }) => (snomed ? `${name} (SNOMED CT ${snomed})` : name)).join('\n'),
          ],
          [
            t('assays:column.usedBy'),
            !isOfCatalogue &&
              (organisations === null
                ? t('lists:filter.anyOrganisation')
                : organisations.map(({ name }) => name).join('\n')),
          ],
          [
            t(isOfCatalogue ? 'assays:detail.inPlaceOf' : 'assays:detail.takenFrom'),
            takenFrom && t('assays:detail.entry', { name: takenFrom.name, version: takenFrom.version }),
          ],
        ])}
      />
      <Facts
        title={t('assays:detail.analytes')}
        level={level}
        facts={assay.analytes.map(({ name, loinc, snomed }) => ({ label: name, value: codesOf({ loinc, snomed }, t) }))}
      />
      {/* In one part, because instructions that came later than the actions would move these. */}
      <Coming fallback={<RowSkeletons rows={4} label={t('shell:loading')} />}>
        <Instructions assay={assay} level={level} />
        <Meanings title={t('fields:meanings')} meanings={assay.meanings} level={level} />
        {assay.organisationMeanings.map(({ organisation: { id, name }, meanings }) => (
          <Meanings key={id} title={t('assays:detail.meaningsAt', { name })} meanings={meanings} level={level} />
        ))}
        <AssayActions assay={assay} level={level} />
      </Coming>
    </div>
  )
}

function codesOf({ loinc, snomed }: { loinc: string | null; snomed: string | null }, t: Translate): string {
  const codes = [loinc && `LOINC ${loinc}`, snomed && `SNOMED CT ${snomed}`].filter(Boolean)
  return codes.join('\n') || t('assays:detail.noCodes')
}

/** The tenant's or an organisation's own texts for what results mean, if there are any. */
function Meanings({ title, meanings, level }: Pick<Assay, 'meanings'> & { title: string; level: 2 | 3 }) {
  const t = useT()
  const facts = locales.flatMap((locale) =>
    results.flatMap((result) => {
      const value = meanings[locale]?.[result]
      return value === undefined ? [] : [{ label: `${t(`results:${result}`)} · ${localeFacts[locale].name}`, value }]
    }),
  )
  return facts.length === 0 ? null : <Facts title={title} level={level} isStacked facts={facts} />
}

function Instructions({ assay, level }: Props) {
  const t = useT()
  const written = languagesOf(assay)
  if (written.length === 0) return null
  return (
    <Facts
      title={t('fields:instructions')}
      level={level}
      isStacked
      facts={written.map((locale) => ({
        label: localeFacts[locale].name,
        value: <IllustratedText {...instructionsIn(assay, locale)} />,
      }))}
    />
  )
}
