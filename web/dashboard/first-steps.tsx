import { IconChevronRight, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useId } from 'react'
import { getDashboard } from '../../contract/dashboard/endpoints.ts'
import { hideFirstSteps, type FirstStep, type FirstSteps as Steps } from '../../contract/dashboard/first-steps.ts'
import { mayImport, mayKeepOrganisations, type Holder } from '../../contract/permissions/can.ts'
import { usualIdPrefix } from '../../contract/tenants/new-tenant.ts'
import { call } from '../api/client.ts'
import { useAction } from '../editing/use-action.ts'
import { paths, type Target } from '../paths.ts'
import { useSubjectSettings } from '../preferences/preferences.ts'
import { useHolder } from '../session/queries.ts'
import { Button } from '../ui/button.tsx'
import { Link } from '../routing/link.tsx'
import { useT } from '../ui/phrases.ts'
import * as card from './card.module.css'
import * as styles from './first-steps.module.css'

const wayTo: Record<FirstStep, (holder: Holder) => Target> = {
  brand: () => paths.ownTenantTab('branding'),
  idPrefix: () => paths.ownTenantTab('general', { field: 'idPrefix' }),
  assays: () => paths.assayCatalogue(),
  places: (holder) => (mayKeepOrganisations(holder) ? paths.organisations() : paths.groups()),
  colleagues: () => paths.newUser(),
  test: () => paths.createTest(),
}

/** The remaining steps in a new tenant. Disappears when all are done, or when it is dismissed. */
export function FirstSteps({ steps }: { steps: Steps }) {
  const t = useT()
  const title = useId()
  const holder = useHolder()
  const { kind } = useSubjectSettings()
  const hide = useAction({
    send: () => call(hideFirstSteps, { errors: 'caller' }),
    done: () => ['dashboard:steps.hidden'],
    shownBy: [getDashboard],
  })
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <section className={card.card} aria-labelledby={title}>
      <div className={styles.head}>
        <div>
          <h2 id={title} className={styles.title}>
            {t('dashboard:steps.title')}
          </h2>
          <p className={styles.help}>{t('dashboard:steps.progress', { done, count: steps.length })}</p>
        </div>
        <Button variant="quiet" isPending={hide.isPending} onClick={() => hide.mutate()}>
          {t('dashboard:steps.hide')}
        </Button>
      </div>
      <ol className={styles.steps}>
        {steps.map(({ step, isDone }) => (
          <li key={step} className={styles.step} data-done={isDone || undefined}>
            {isDone ? (
              <IconCircleCheckFilled
                size={24}
                className={styles.tick}
                role="img"
                aria-label={t('dashboard:steps.done')}
              />
            ) : (
              <IconCircle
                size={24}
                stroke={1.5}
                className={styles.open}
                role="img"
                aria-label={t('dashboard:steps.open')}
              />
            )}
            <div className={styles.words}>
              <Link {...wayTo[step](holder)} className={styles.link}>
                {t(`dashboard:steps.${step}`)}
              </Link>
              {!isDone && <p className={styles.help}>{t(`dashboard:steps.${step}Help`, { prefix: usualIdPrefix })}</p>}
            </div>
            <IconChevronRight size={20} className={styles.arrow} aria-hidden />
          </li>
        ))}
      </ol>
      {mayImport(holder) && kind === 'human' && (
        <p className={styles.help}>
          <span>{`${t('dashboard:steps.import')} `}</span>
          <Link {...paths.newImport()}>{t('shell:page.newImport')}</Link>
        </p>
      )}
    </section>
  )
}
