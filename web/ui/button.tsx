import type { ComponentProps } from 'react'
import * as styles from './button.module.css'

interface Props extends ComponentProps<'button'> {
  /** `filled` is for the one main action of a screen, `danger` for actions that cannot be undone. */
  variant?: 'filled' | 'default' | 'quiet' | 'danger'
  /** Shows that the action is running; presses are ignored meanwhile, and the button keeps the focus. */
  isPending?: boolean
  /** Ignores presses and keeps the focus; `aria-describedby` must name the explanation. */
  isInactive?: boolean
  isWide?: boolean
}

/** A button. For a link that looks like one, use `buttonClass`. */
export function Button({
  variant = 'filled',
  isPending = false,
  isInactive = false,
  isWide = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(variant, isWide)}
      aria-disabled={isPending || isInactive || undefined}
      data-inactive={isInactive || undefined}
      onClick={isPending || isInactive ? (event) => event.preventDefault() : onClick}
    >
      {isPending && <span className={styles.spinner} aria-hidden />}
      <span className={styles.content}>{children}</span>
    </button>
  )
}

/** The class that makes a link look like a button. */
export function buttonClass(variant: NonNullable<Props['variant']> = 'filled', isWide = false): string {
  // A class called `default` would become the default export of the built module, which is the whole stylesheet.
  const look = variant === 'default' ? styles.outlined : styles[variant]
  return [styles.button, look, isWide ? styles.wide : ''].filter(Boolean).join(' ')
}
