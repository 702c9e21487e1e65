import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { PolicyName } from '../../contract/phrases/policy.ts'
import type { ChangedText, Publication } from '../../contract/policies/endpoints.ts'
import { Answer } from '../loading/waiting.tsx'
import { useDates } from '../preferences/use-dates.ts'
import { Button } from '../ui/button.tsx'
import { languageOf, localeFacts } from '../../contract/locales.ts'
import { useT } from '../ui/phrases.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { versionQuery, versionsQuery } from '../policies/queries.ts'
import * as styles from './published-versions.module.css'

/** All published versions of a policy, latest first, each to be compared with the one before it. */
export function PublishedVersions({ tenantId, name }: { tenantId: string; name: PolicyName }) {
  const t = useT()
  const id = useId()
  const versions = useQuery(versionsQuery(tenantId, name))
  return (
    <section className={styles.versions} aria-labelledby={id}>
      <h3 className={styles.title} id={id}>
        {t('publishing:versions')}
      </h3>
      <Answer query={versions} waiting={<Skeleton height={64} />} isPart>
        {({ data }) =>
          data.length === 0 ? (
            <p className={styles.none}>{t('publishing:noVersions')}</p>
          ) : (
            <ol className={styles.list}>
              {data.map((publication) => (
                <Version key={publication.version} {...{ tenantId, name, publication }} />
              ))}
            </ol>
          )
        }
      </Answer>
    </section>
  )
}

function Version({ tenantId, name, publication }: { tenantId: string; name: PolicyName; publication: Publication }) {
  const t = useT()
  const dates = useDates()
  const [isOpen, setOpen] = useState(false)
  const { version, locales, asksAgain, accepted, publishedAt, by } = publication
  const at = dates.instant(publishedAt)
  return (
    <li className={styles.version}>
      <div className={styles.line}>
        <div>
          <p className={styles.name}>
            {`${t('publishing:version', { version })} · ${locales.map((locale) => localeFacts[locale].name).join(', ')}`}
          </p>
          <p className={styles.by}>
            {by === null ? t('publishing:bySomebody', { at }) : t('publishing:by', { at, name: by })}
          </p>
          {asksAgain && (
            <p className={styles.by}>
              {`${t('publishing:askedAgain')} · ${t('publishing:accepted', { count: accepted ?? 0 })}`}
            </p>
          )}
        </div>
        <Button
          variant="default"
          aria-expanded={isOpen}
          aria-label={isOpen ? undefined : t('publishing:compareOf', { version })}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'publishing:hide' : 'publishing:compare')}
        </Button>
      </div>
      {isOpen && <Texts {...{ tenantId, name, version }} />}
    </li>
  )
}

function Texts({ tenantId, name, version }: { tenantId: string; name: PolicyName; version: number }) {
  const t = useT()
  const texts = useQuery(versionQuery(tenantId, name, version))
  return (
    <Answer query={texts} waiting={<Skeleton height={160} />} isPart>
      {({ data }) => (
        <>
          <p className={styles.by}>{t('publishing:marked')}</p>
          {data.map((changed) => (
            <div key={changed.locale} className={styles.pair}>
              <h4 className={styles.language}>{localeFacts[changed.locale].name}</h4>
              <Side title={t('publishing:before')} own={changed.before} other={changed.text} changed={changed} />
              <Side title={t('publishing:after')} own={changed.text} other={changed.before} changed={changed} />
            </div>
          ))}
        </>
      )}
    </Answer>
  )
}

interface SideProps {
  title: string
  own: string | null
  other: string | null
  changed: ChangedText
}

/** One of two texts. Paragraphs that the other does not have are marked. */
function Side({ title, own, other, changed: { locale } }: SideProps) {
  const t = useT()
  const others = new Set(paragraphsOf(other ?? ''))
  return (
    <section className={styles.side} aria-label={`${title}, ${localeFacts[locale].name}`}>
      <p className={styles.label}>{title}</p>
      <div className={styles.text} lang={languageOf(locale)}>
        {own === null ? (
          <p className={styles.by}>{t('publishing:builtInText')}</p>
        ) : (
          paragraphsOf(own).map((paragraph, at) =>
            other === null || others.has(paragraph) ? (
              <p key={at}>{paragraph}</p>
            ) : (
              <p key={at} className={styles.marked}>
                <mark>{paragraph}</mark>
              </p>
            ),
          )
        )}
      </div>
    </section>
  )
}

function paragraphsOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '')
}
