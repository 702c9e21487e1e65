import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState, type ComponentProps, type KeyboardEvent, type MouseEvent } from 'react'
import { Field } from './field.tsx'
import * as styles from './field.module.css'
import { useT } from './phrases.ts'

interface Props extends Omit<ComponentProps<'input'>, 'className' | 'id' | 'type'> {
  label: string
  help?: string
  error?: string | undefined
}

/** A password field that can be made visible and warns while Caps Lock is on. */
export function PasswordField({ label, help, error, 'aria-describedby': described, ...input }: Props) {
  const t = useT()
  const [isShown, setShown] = useState(false)
  const [hasCapsLock, setCapsLock] = useState(false)
  // Browsers report the state of Caps Lock only with a key or mouse event.
  const notice = (event: KeyboardEvent | MouseEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const Icon = isShown ? IconEyeOff : IconEye
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <>
          <div className={styles.with}>
            <input
              {...input}
              {...control}
              aria-describedby={[control['aria-describedby'], described].filter(Boolean).join(' ') || undefined}
              type={isShown ? 'text' : 'password'}
              autoCapitalize="none"
              spellCheck={false}
              className={styles.input}
              onKeyDown={notice}
              onKeyUp={notice}
              onMouseDown={notice}
              onBlur={(event) => {
                setCapsLock(false)
                input.onBlur?.(event)
              }}
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
          <p role="status" className={styles.hint}>
            {hasCapsLock ? t('shell:capsLock') : ''}
          </p>
        </>
      )}
    </Field>
  )
}
