import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { leastPasswordKinds, passwordKinds, type PasswordParts } from '../../contract/rules/password.ts'
import { passwordLength } from '../../contract/limits-and-times.ts'
import type { Elements } from './elements.ts'
import { useT } from './phrases.ts'
import * as styles from './password-rule.module.css'

interface Props {
  id: string
  parts: PasswordParts
  hasNoName: boolean
  isHardToGuess: boolean
}

/** The parts of the server's password rule (spec §5), each ticked once it is met. */
export function PasswordRule({ id, parts, hasNoName, isHardToGuess }: Props) {
  const t = useT()
  return (
    <div id={id} className={styles.rule}>
      <p className={styles.title}>{t('passwords:rule.title')}</p>
      <ul className={styles.parts}>
        <Part isMet={parts.hasLength} words={t('passwords:rule.length', passwordLength)} />
        <Part isMet={parts.hasNoWhiteSpace} words={t('passwords:rule.noWhiteSpace')} />
        <Part isMet={parts.kinds.size >= leastPasswordKinds} words={t('passwords:rule.kinds')}>
          <ul className={styles.kinds}>
            {passwordKinds.map((kind) => (
              <Part key={kind} isMet={parts.kinds.has(kind)} words={t(`passwords:rule.${kind}`)} />
            ))}
          </ul>
        </Part>
        <Part isMet={hasNoName} words={t('passwords:rule.noName')} />
        <Part isMet={isHardToGuess} words={t('passwords:rule.hard')} />
      </ul>
    </div>
  )
}

function Part({ isMet, words, children }: { isMet: boolean; words: string; children?: Elements }) {
  const t = useT()
  const Icon = isMet ? IconCircleCheckFilled : IconCircle
  return (
    <li>
      <span className={styles.part} data-met={isMet}>
        <Icon size={18} aria-hidden className={styles.icon} />
        <span className="visually-hidden">{`${t(isMet ? 'passwords:rule.met' : 'passwords:rule.unmet')} `}</span>
        <span>{words}</span>
      </span>
      {children}
    </li>
  )
}
