import { useMutation } from '@tanstack/react-query'
import { checkTenantDomain, type TenantDetails } from '../../contract/tenants/tenant.ts'
import { call } from '../api/client.ts'
import { EditField } from '../editing/edit-form.tsx'
import type { FieldClash } from '../editing/use-edit.ts'
import { Button } from '../ui/button.tsx'
import { Facts } from '../ui/facts.tsx'
import { useT } from '../ui/phrases.ts'
import { TextAreaField } from '../ui/text-area-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { FieldErrors } from '../ui/use-form.ts'
import { TitledCard } from '../ui/titled-card.tsx'
import { lineErrors, typedLines } from './typed-values.ts'
import * as styles from './host-fields.module.css'

type Name = 'slug' | 'domains' | 'statusDetails'

interface Props {
  edit: {
    clashAt: (name: Name) => FieldClash | undefined
    form: { field: (name: Name) => TextFieldProps; errors: FieldErrors }
  }
  tenant: TenantDetails
  isOperator: boolean
}

interface TextFieldProps {
  name: string
  value: string
  error: string | undefined
  onChange: (event: { currentTarget: { value: string } }) => void
}

/**
 * The addresses and the status of a tenant: editable by its operator, and disabled with the reason for its own people.
 */
export function HostFields({ edit, tenant, isOperator }: Props) {
  const t = useT()
  const { form } = edit
  return (
    <TitledCard title={t('tenants:address')} {...(!isOperator && { intro: t('tenants:operatorOnly') })}>
      <EditField edit={edit} name="slug">
        <TextField
          {...form.field('slug')}
          label={t('fields:slug')}
          {...(isOperator && { help: t('tenants:slugHelp') })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          disabled={!isOperator}
        />
      </EditField>
      <EditField edit={edit} name="domains">
        <TextAreaField
          {...form.field('domains')}
          error={lineErrors(form.errors, 'domains', typedLines(form.field('domains').value))}
          label={t('tenants:domains')}
          {...(isOperator ? { help: t('tenants:domainsHelp') } : { placeholder: t('tenants:none') })}
          isOptional={isOperator}
          rows={2}
          autoCapitalize="none"
          spellCheck={false}
          disabled={!isOperator}
        />
      </EditField>
      <Reached tenant={tenant} />
      <Facts facts={[{ label: t('tenants:status'), value: t(`tenants:status.${tenant.status}`) }]} />
      <EditField edit={edit} name="statusDetails">
        <TextField
          {...form.field('statusDetails')}
          label={t('tenants:statusDetails')}
          isOptional={isOperator}
          {...(!isOperator && { placeholder: t('tenants:none') })}
          autoComplete="off"
          disabled={!isOperator}
        />
      </EditField>
    </TitledCard>
  )
}

/** The stored addresses, each with a check, and the DNS records to enter for a domain. */
function Reached({ tenant: { id, host, domains } }: { tenant: TenantDetails }) {
  const t = useT()
  return (
    <div>
      <h3 className={styles.title}>{t('tenants:reachedAt')}</h3>
      <ul className={styles.addresses}>
        {[host, ...domains].map((domain) => (
          <Address key={domain} tenantId={id} domain={domain} />
        ))}
      </ul>
      <h3 className={styles.title}>{t('tenants:dnsTitle')}</h3>
      <p className={styles.text}>{t('tenants:dnsText')}</p>
      <dl className={styles.entry}>
        <div>
          <dt>{t('tenants:dnsType')}</dt>
          <dd>CNAME</dd>
        </div>
        <div>
          <dt>{t('tenants:dnsName')}</dt>
          <dd>{domains[0] ?? 'results.example.org'}</dd>
        </div>
        <div>
          <dt>{t('tenants:dnsTarget')}</dt>
          <dd>{host}</dd>
        </div>
      </dl>
    </div>
  )
}

function Address({ tenantId, domain }: { tenantId: string; domain: string }) {
  const t = useT()
  const check = useMutation({
    mutationFn: () => call(checkTenantDomain, { params: { id: tenantId }, body: { domain }, errors: 'caller' }),
  })
  const checked = check.data?.data
  return (
    <li className={styles.address}>
      <div>
        <div className={styles.domain}>{domain}</div>
        <div role="status" className={styles.found} data-leads={checked?.leads}>
          {checked !== undefined && !check.isPending && (
            <span>{t(`tenants:checked.${checked.leads}`, { addresses: checked.addresses.join(', ') })}</span>
          )}
          {check.isError && !check.isPending && <span>{t('tenants:checkFailed')}</span>}
        </div>
      </div>
      <Button
        variant="default"
        isPending={check.isPending}
        aria-label={t('tenants:checkOf', { domain })}
        onClick={() => check.mutate()}
      >
        {t('tenants:check')}
      </Button>
    </li>
  )
}
