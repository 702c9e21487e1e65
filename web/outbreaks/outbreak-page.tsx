import { IconChevronDown, IconDownload, IconListCheck, IconPrinter } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { exportOutbreak, printOutbreak } from '../../contract/outbreaks/endpoints.ts'
import type { FileFormat } from '../../contract/listing.ts'
import { languageTag } from '../../contract/locales.ts'
import type { Outbreak, OutbreakDetails } from '../../contract/outbreaks/outbreak.ts'
import { mayCloseOutbreaks, mayExportOutbreaks, mayStartRounds } from '../../contract/permissions/can.ts'
import { todayIn } from '../../contract/rules/dates.ts'
import { call } from '../api/client.ts'
import { failureWords } from '../api/failure-words.ts'
import { FormLink } from '../editing/form-panel.tsx'
import { fileOf } from '../lists/fetch-file.ts'
import { FileMenu } from '../lists/file-menu.tsx'
import { usePlaceName } from '../lists/place-name.ts'
import { PrintedHead } from '../lists/printed-head.tsx'
import { Answer } from '../loading/waiting.tsx'
import { paths } from '../paths.ts'
import { useDates } from '../preferences/use-dates.ts'
import { useCrumb } from '../routing/page-crumb.ts'
import { useHolder } from '../session/queries.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Facts, given } from '../ui/facts.tsx'
import { Link } from '../routing/link.tsx'
import { Page } from '../ui/page.tsx'
import { useLocale, useT, type PhraseKey } from '../ui/phrases.ts'
import { printDrawn } from '../ui/print-drawn.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { saveFile } from '../ui/save-file.ts'
import { showMessage } from '../ui/snackbar-store.ts'
import { TitledCard } from '../ui/titled-card.tsx'
import { Curve } from './curve.tsx'
import { LineList, UntestedList } from './line-list.tsx'
import { OutbreakState } from './outbreak-state.tsx'
import * as styles from './outbreaks.module.css'
import { outbreakQuery } from './queries.ts'

/** An outbreak: its curve, its line list, and who is still to be tested. */
export function OutbreakPage() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/outbreaks/$id' })
  const query = useQuery(outbreakQuery(id))
  const outbreak = query.data?.data.outbreak
  const name = outbreak && [outbreak.group.name, outbreak.unit, outbreak.analyte].filter(Boolean).join(' · ')
  useCrumb(name)
  return (
    <>
      <Page
        title={name ?? t('shell:page.outbreak')}
        detail={outbreak && <OutbreakState outbreak={outbreak} />}
        actions={outbreak && <Actions outbreak={outbreak} />}
      >
        <Answer
          query={query}
          waiting={<RowSkeletons rows={8} label={t('shell:loading')} />}
          failed={t('outbreaks:failed')}
        >
          {({ data }) => <Content details={data} />}
        </Answer>
      </Page>
      <Outlet />
    </>
  )
}

function Actions({ outbreak: { id, cases, closedAt } }: { outbreak: Outbreak }) {
  const t = useT()
  const holder = useHolder()
  const { ownZone } = useDates()
  const saving = useMutation({
    mutationFn: (format: FileFormat) =>
      fileOf(exportOutbreak, { params: { id }, query: {} })(format, () => undefined, new AbortController().signal),
    onSuccess: ({ file }, format) => {
      saveFile(file, `line-list-${todayIn(ownZone)}.${format}`)
      showMessage(t('lists:file.saved'))
    },
    onError: sayFailure('outbreaks:failed'),
  })
  const printing = useMutation({
    mutationFn: () => call(printOutbreak, { params: { id }, errors: 'caller' }),
    onSuccess: printDrawn,
    onError: sayFailure('outbreaks:printFailed'),
  })
  return (
    <div className={styles.actions}>
      {mayExportOutbreaks(holder) && cases > 0 && (
        <>
          <Button variant="default" isPending={printing.isPending} onClick={() => printing.mutate()}>
            <IconPrinter size={18} aria-hidden />
            <span>{t('outbreaks:print')}</span>
          </Button>
          <FileMenu
            buttonClass={buttonClass('default')}
            isInactive={saving.isPending}
            onChoose={(format) => saving.mutate(format)}
            button={
              <>
                <IconDownload size={18} aria-hidden />
                <span>{t('outbreaks:export')}</span>
                <IconChevronDown size={16} aria-hidden />
              </>
            }
          />
        </>
      )}
      {mayCloseOutbreaks(holder) && closedAt === null && (
        <FormLink target={paths.closeOutbreak(id)} variant="default">
          <span>{t('outbreaks:close')}</span>
        </FormLink>
      )}
    </div>
  )
}

function sayFailure(failed: PhraseKey) {
  return (error: unknown) => {
    const words = failureWords(error, { failed, hasFields: false })
    if (words !== undefined) showMessage(words, 'danger')
  }
}

function Content({ details: { outbreak, days, cases, untested } }: { details: OutbreakDetails }) {
  const t = useT()
  return (
    <div className={styles.content}>
      <OnPaper outbreak={outbreak} />
      {outbreak.closedAt === null && (
        <div className={styles.screen}>
          <TitledCard title={t('outbreaks:untested')}>
            {untested.length === 0 ? (
              <p className={styles.text}>{t('outbreaks:everybodyTested')}</p>
            ) : (
              <ToTest outbreak={outbreak} untested={untested} />
            )}
          </TitledCard>
        </div>
      )}
      <div className={styles.about}>
        <About outbreak={outbreak} />
      </div>
      {cases.length > 0 && (
        <div className={styles.screen}>
          <TitledCard title={t('outbreaks:curve')}>
            <Curve days={days} />
          </TitledCard>
        </div>
      )}
      <TitledCard title={t('outbreaks:lineList')} intro={t('outbreaks:lineListText')}>
        {cases.length < outbreak.cases && cases.length > 0 && (
          <p className={styles.text}>{t('outbreaks:capped', { shown: cases.length, cases: outbreak.cases })}</p>
        )}
        {cases.length === 0 ? <p className={styles.text}>{t('outbreaks:noCases')}</p> : <LineList cases={cases} />}
      </TitledCard>
    </div>
  )
}

/** Who is still to be tested, with one press to a round with exactly them. */
function ToTest({ outbreak, untested }: Pick<OutbreakDetails, 'outbreak' | 'untested'>) {
  const t = useT()
  const mayStart = mayStartRounds(useHolder())
  return (
    <>
      <p className={styles.text}>{t('outbreaks:untestedText')}</p>
      {mayStart && (
        <div>
          <Link {...paths.newRound(outbreak.id)} className={buttonClass('filled')}>
            <IconListCheck size={18} aria-hidden />
            <span>{t('outbreaks:testThem', { count: untested.length })}</span>
          </Link>
        </div>
      )}
      <UntestedList untested={untested} />
    </>
  )
}

function OnPaper({ outbreak: { group, organisation, unit, analyte, openedAt, zone } }: { outbreak: Outbreak }) {
  const dates = useDates()
  const place = usePlaceName()({ ...group, organisation })
  return <PrintedHead isWide about={[place, unit, analyte, dates.instantIn(openedAt, zone)]} />
}

function About({ outbreak }: { outbreak: Outbreak }) {
  const t = useT()
  const locale = useLocale()
  const dates = useDates()
  const placeName = usePlaceName()
  const { group, organisation, unit, analyte, cases, openedAt, lastPositiveAt, reopenedAt, zone } = outbreak
  const { closedAt, closedBecause, closedBy, note, lastsUntil, nextTestOn } = outbreak
  const ended = closedAt && dates.instantIn(closedAt, zone)
  return (
    <Facts
      facts={given([
        [t('outbreaks:place'), [placeName({ ...group, organisation }), unit].filter(Boolean).join(' · ')],
        [t('outbreaks:analyte'), analyte],
        [t('outbreaks:cases'), cases.toLocaleString(languageTag(locale))],
        [t('outbreaks:opened'), dates.instantIn(openedAt, zone)],
        [t('outbreaks:lastPositive'), dates.instantIn(lastPositiveAt, zone)],
        [t('outbreaks:reopened'), reopenedAt && dates.instantIn(reopenedAt, zone)],
        [t('outbreaks:nextTest'), nextTestOn && dates.day(nextTestOn)],
        [t('outbreaks:lastsUntil'), closedAt === null && t('outbreaks:lastsUntilText', { day: dates.day(lastsUntil) })],
        [
          t('outbreaks:closed'),
          ended && (closedBy === null ? ended : t('outbreaks:closedBy', { time: ended, name: closedBy.name })),
        ],
        [
          t('outbreaks:note'),
          closedBecause === 'over' || closedBecause === 'withdrawn' ? t(`outbreaks:why.${closedBecause}`) : note,
        ],
      ])}
    />
  )
}
