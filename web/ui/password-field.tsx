import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState, type ComponentProps } from 'react'
import { Field } from './field.tsx'
import styles from './field.module.css'
import { useT } from './phrases.ts'

interface Props extends Omit<ComponentProps<'input'>, 'className' | 'id' | 'type'> {
  label: string
  help?: string
  error?: string | undefined
}

/** A password, which can be made visible while it is typed. */
export function PasswordField({ label, help, error, 'aria-describedby': described, ...input }: Props) {
  const t = useT()
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? IconEyeOff : IconEye
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <div className={styles.with}>
          <input
            {...input}
            {...control}
            aria-describedby={[control['aria-describedby'], described].filter(Boolean).join(' ') || undefined}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={styles.input}
          />
          <button
            type="button"
            className={styles.toggle}
            aria-label={t(isShown ? 'shell:hidePassword' : 'shell:showPassword')}
            onClick={() => setShown(!isShown)}
          >
            <Icon size={20} stroke={1.75} aria-hidden />
          </button>
        </div>
      )}
    </Field>
  )
}
