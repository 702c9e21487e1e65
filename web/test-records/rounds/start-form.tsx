import { isOfferedAt, type AssayListItem } from '../../../contract/assays/assay.ts'
import type { GroupListItem } from '../../../contract/groups/group-list.ts'
import { inviteCodeIn } from '../../../contract/rules/invite-code.ts'
import { isSameGtin, readKitCode } from '../../../contract/rules/gs1.ts'
import { newRound } from '../../../contract/rounds/starting.ts'
import { timings, type Timing } from '../../../contract/rounds/round.ts'
import { isLotExpired } from '../../../contract/test-records/new-test-record.ts'
import { presentTime } from '../../../contract/rules/present.ts'
import { todayIn } from '../../../contract/rules/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { keyOfAnalyte } from '../../../contract/outbreaks/rules.ts'
import type { OutbreakDetails } from '../../../contract/outbreaks/outbreak.ts'
import { offeredAssaysQuery } from '../../assays/queries.ts'
import { useChoices } from '../../api/use-choices.ts'
import { ownZone } from '../../browser.ts'
import { FormPanel } from '../../editing/form-panel.tsx'
import { NewForm } from '../../editing/new-form.tsx'
import { useNew } from '../../editing/use-new.ts'
import { groupChoices } from '../../groups/queries.ts'
import { namedApart } from '../../lists/place-name.ts'
import { Answer } from '../../loading/waiting.tsx'
import { outbreakQuery } from '../../outbreaks/queries.ts'
import { paths } from '../../paths.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { useScanner } from '../scanning/use-scanner.ts'
import { Alert } from '../../ui/alert.tsx'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Facts } from '../../ui/facts.tsx'
import { t as say, useT } from '../../ui/phrases.ts'
import { SearchSelect } from '../../ui/search-select.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showMessage } from '../../ui/snackbar-store.ts'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { parseTypedDate, typedDate } from '../../ui/typed-date.ts'
import { useForKind } from './for-kind.ts'
import { RosterChoice } from './roster-choice.tsx'
import { RoundUnderWay } from './round-under-way.tsx'
import { useChoosing } from './use-choosing.ts'
import { useStartRound } from './use-start-round.ts'

/** Starts a round: what is the same for everybody is chosen once. From an outbreak, its group and people are chosen. */
export function StartRound() {
  const { outbreak: id } = useSearch({ from: '/logged-in/rounds/new' })
  return id === undefined ? <StartForm of={undefined} /> : <StartOfOutbreak id={id} />
}

function StartOfOutbreak({ id }: { id: string }) {
  const t = useT()
  const outbreak = useQuery(outbreakQuery(id))
  if (outbreak.data !== undefined) return <StartForm of={outbreak.data.data} />
  return (
    <FormPanel title={t('shell:page.newRound')} below={paths.rounds()}>
      <Answer query={outbreak} waiting={<Skeleton height={160} />}>
        {() => null}
      </Answer>
    </FormPanel>
  )
}

function StartForm({ of }: { of: OutbreakDetails | undefined }) {
  const t = useT()
  const forKind = useForKind()
  const groups = useChoices((text) => groupChoices({ search: text, onlyActive: true }))
  const assays = useQuery(offeredAssaysQuery())
  return (
    <FormPanel title={t('shell:page.newRound')} intro={forKind('rounds:start.intro')} below={paths.rounds()}>
      <Answer query={groups.asked} waiting={<Skeleton height={160} />}>
        {() => (
          <Answer query={assays} waiting={<Skeleton height={160} />}>
            {({ data }) =>
              groups.choices.length === 0 || data.length === 0 ? (
                <Alert tone="notice">{t('rounds:start.nothing')}</Alert>
              ) : (
                <Fields groups={groups} assays={data} of={of} />
              )
            }
          </Answer>
        )}
      </Answer>
    </FormPanel>
  )
}

interface FieldsProps {
  groups: {
    choices: readonly GroupListItem[]
    hasMore: boolean
    isPending: boolean
    onSearch: (text: string) => void
  }
  assays: readonly AssayListItem[]
  of: OutbreakDetails | undefined
}

/** The assays that an organisation may use, the default one first. */
function offeredTo(assays: readonly AssayListItem[], organisationId: string | undefined) {
  const offered = assays.filter((assay) => isOfferedAt(assay, organisationId))
  return offered.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
}

function Fields({ groups: { choices: found, hasMore, isPending, onSearch }, assays, of }: FieldsProps) {
  const t = useT()
  const forKind = useForKind()
  const { hint, typing } = useDates()
  const send = useStartRound()
  const choices: readonly Place[] = of === undefined ? found : [placeOf(of)]
  const [onlyGroup] = choices.length === 1 && (of !== undefined || !hasMore) ? choices : []
  const { form, submission } = useNew({
    schema: newRound,
    initial: {
      groupId: onlyGroup?.id ?? '',
      assayId: kitFor(assays, of)?.id ?? '',
      specimen: '',
      ...noLot,
      kitOfLot: '',
      location: '',
      timing: '',
      who: of === undefined ? 'all' : 'some',
      subjectIds: of?.untested.map(({ subject }) => subject.id) ?? [],
    },
    failed: 'rounds:start.failed',
    read: (values) => {
      const chosen = choices.find(({ id }) => id === values.groupId)
      const kit = kitOf(offeredTo(assays, chosen?.organisationId), values.assayId)
      const box = lotFor(values, kit)
      const lotExpiry = box.lotExpiry.trim() === '' ? null : parseTypedDate(box.lotExpiry, typing)
      return {
        candidate: {
          groupId: chosen?.id,
          organisationId: chosen?.organisationId,
          assayId: kit?.id,
          assayVersion: kit?.version,
          specimen: kit?.specimens.some(({ name }) => name === values.specimen) ? values.specimen : '',
          lot: box.lot,
          lotExpiry: lotExpiry ?? null,
          expiredLotReason: isLotExpired(lotExpiry, today()) ? box.expiredLotReason : '',
          location: values.location,
          zone: ownZone(),
          timing: timingOf(kit, values.timing),
          subjectIds: values.who === 'some' ? values.subjectIds : null,
        },
        errors: {
          ...(chosen === undefined && { groupId: say('rules:required', { field: say('fields:groupId') }) }),
          ...(values.who === 'some' &&
            values.subjectIds.length === 0 && { subjectIds: forKind('rounds:start.chooseOne') }),
          ...(lotExpiry === undefined && { lotExpiry: say('rules:date', { format: hint }) }),
        },
      }
    },
    send,
    created: 'rounds:created',
    page: ({ id }) => paths.round(id),
  })
  const { values, set, field } = form
  const group = choices.find(({ id }) => id === values.groupId)
  const offered = offeredTo(assays, group?.organisationId)
  const kit = kitOf(offered, values.assayId)
  const box = lotFor(values, kit)
  function setLot(change: Partial<Lot>, of = kit) {
    form.forget(Object.keys(change))
    form.setValues((typed) => ({ ...typed, ...lotFor(typed, of), ...change, kitOfLot: of?.id ?? '' }))
  }
  const offeredTimings = timings.filter((timing) => (timing === 'none' ? !kit?.requiresTimer : isTimed(kit)))
  const choosing = useChoosing(group?.id, (subjectId) => {
    form.forget(['subjectIds'])
    form.setValues((typed) => {
      const others = typed.who === 'some' ? typed.subjectIds.filter((id) => id !== subjectId) : []
      return { ...typed, who: 'some', subjectIds: [...others, subjectId] }
    })
  })
  useScanner({
    gtins: assays.map(({ gtin }) => gtin),
    lotField: 'lot',
    onScan(text, origin) {
      if (inviteCodeIn(text) !== undefined) return void choosing.take(text)
      const code = readKitCode(text)
      // Outside of a field, a number is of somebody who is chosen, and not a lot.
      if (typeof code !== 'object' && origin === 'scan' && values.who === 'some') return void choosing.take(text)
      if (typeof code !== 'object') return setLot(scannedLot(box, { lot: text, lotExpiry: '' }))
      const scanned = offered.find(({ gtin }) => gtin !== null && code.gtin !== null && isSameGtin(gtin, code.gtin))
      if (code.gtin !== null && scanned === undefined) return showMessage(say('rounds:start.otherKit'), 'danger')
      if (scanned !== undefined) set('assayId', scanned.id)
      const found = { lot: code.lot ?? '', lotExpiry: code.expiry === null ? '' : typedDate(code.expiry, typing) }
      setLot(scannedLot(lotFor(values, scanned ?? kit), found), scanned)
    },
  })

  return (
    <NewForm form={form} submission={submission} label={t('shell:page.newRound')} submit={t('rounds:start.submit')}>
      {of !== undefined && onlyGroup !== undefined && (
        <Facts facts={[{ label: t('fields:groupId'), value: onlyGroup.name }]} />
      )}
      {onlyGroup === undefined && (
        <SearchSelect
          {...field('groupId')}
          label={t('fields:groupId')}
          placeholder={t('rounds:start.chooseGroup')}
          nothingFound={t('lists:filter.nothingFound')}
          choices={namedApart(choices, hasMore)}
          isPending={isPending}
          onChange={(id) => {
            set('groupId', id ?? '')
            set('subjectIds', [])
            choosing.forget()
          }}
          onSearch={onSearch}
        />
      )}
      <SelectField
        {...field('assayId')}
        value={kit?.id ?? ''}
        label={t('fields:assayId')}
        options={offered.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => set('assayId', id)}
      />
      {group !== undefined && kit !== undefined && <RoundUnderWay groupId={group.id} assayId={kit.id} />}
      {kit !== undefined && kit.specimens.length > 0 && (
        <SelectField
          {...field('specimen')}
          label={t('fields:specimen')}
          isOptional
          options={[
            { value: '', label: t('lists:notGiven') },
            ...kit.specimens.map(({ name }) => ({ value: name, label: name })),
          ]}
          onChange={(specimen) => set('specimen', specimen)}
        />
      )}
      <TextField
        {...field('lot')}
        value={box.lot}
        label={t('fields:lot')}
        isOptional
        autoComplete="off"
        help={t('rounds:start.lotHelp')}
        onChange={(event) => setLot({ lot: event.currentTarget.value })}
      />
      <DateField
        {...field('lotExpiry')}
        value={box.lotExpiry}
        label={t('fields:lotExpiry')}
        isOptional
        hint={hint}
        onChange={(typed) => setLot({ lotExpiry: typed })}
      />
      {isLotExpired(parseTypedDate(box.lotExpiry, typing), today()) && (
        <TextAreaField
          {...field('expiredLotReason')}
          value={box.expiredLotReason}
          label={t('fields:expiredLotReason')}
          rows={2}
          onChange={(event) => setLot({ expiredLotReason: event.currentTarget.value })}
        />
      )}
      <TextField {...field('location')} label={t('fields:location')} isOptional autoComplete="off" />
      {group !== undefined && (
        <RosterChoice
          groupId={group.id}
          choosing={choosing}
          who={values.who}
          onWho={(who) => set('who', who)}
          chosen={values.subjectIds}
          error={form.errors.subjectIds}
          onChoose={(chosen) => set('subjectIds', chosen)}
        />
      )}
      {offeredTimings.length > 1 && (
        <ChoiceCards<Timing>
          name="timing"
          legend={t('rounds:timing')}
          choices={offeredTimings.map((timing) => ({ value: timing, label: forKind(`rounds:timing.${timing}`) }))}
          value={timingOf(kit, values.timing)}
          onChange={(timing) => set('timing', timing)}
        />
      )}
    </NewForm>
  )
}

/** The lot of a kit as typed, with its expiry, and why it is used if it has expired. */
interface Lot {
  lot: string
  lotExpiry: string
  expiredLotReason: string
}

const noLot: Lot = { lot: '', lotExpiry: '', expiredLotReason: '' }

/** The typed lot if it is one of this kit: another kit, chosen or offered in its place, has other lots. */
function lotFor({ kitOfLot, lot, lotExpiry, expiredLotReason }: Lot & { kitOfLot: string }, kit?: AssayListItem): Lot {
  return kit !== undefined && kitOfLot === kit.id ? { lot, lotExpiry, expiredLotReason } : noLot
}

/** The lot after a scan, which may tell only a lot or only an expiry. The expiry of another lot goes. */
function scannedLot(before: Lot, { lot, lotExpiry }: Pick<Lot, 'lot' | 'lotExpiry'>): Lot {
  const kept = lot === '' || lot === before.lot || before.lot === '' ? before : noLot
  return { ...kept, lot: lot || kept.lot, lotExpiry: lotExpiry || kept.lotExpiry }
}

type Place = Pick<GroupListItem, 'id' | 'name' | 'organisationId' | 'organisationName'>

/** The group of an outbreak, as the form's list of groups has it. */
function placeOf({ outbreak: { group, organisation } }: OutbreakDetails): Place {
  return { ...group, organisationId: organisation.id, organisationName: organisation.name }
}

/** The first test kit with a line for an outbreak's analyte. */
function kitFor(assays: readonly AssayListItem[], of: OutbreakDetails | undefined): AssayListItem | undefined {
  if (of === undefined) return undefined
  const key = keyOfAnalyte({ name: of.outbreak.analyte, loinc: null, snomed: null })
  return offeredTo(assays, of.outbreak.organisation.id).find(({ analytes }) =>
    analytes.some((analyte) => keyOfAnalyte(analyte) === key),
  )
}

function today(): string {
  return todayIn(ownZone(), presentTime())
}

function kitOf(offered: readonly AssayListItem[], id: string): AssayListItem | undefined {
  return offered.find((one) => one.id === id) ?? offered[0]
}

function isTimed(kit: AssayListItem | undefined): boolean {
  return kit !== undefined && kit.readUntilMinutes > 0
}

/** How the time is kept: as chosen, as far as the kit allows that. */
function timingOf(kit: AssayListItem | undefined, chosen: string): Timing {
  if (chosen === 'tray' || chosen === 'person') return isTimed(kit) ? chosen : 'none'
  return kit?.requiresTimer ? 'person' : 'none'
}
