import type { ComponentProps } from 'react'
import styles from './button.module.css'

interface Props extends ComponentProps<'button'> {
  /** `filled` for the one main action of a screen, `danger` for what cannot be undone. */
  variant?: 'filled' | 'default' | 'quiet' | 'danger'
  /** Shows that it is at work; pressing it again does nothing meanwhile, and it keeps the focus. */
  isPending?: boolean
  /** The button does nothing for now and keeps the focus; what says why is named by `aria-describedby`. */
  isInactive?: boolean
  /** Makes the button as wide as there is room. */
  isWide?: boolean
}

/** For a link that looks like a button, give the link `buttonClass`. */
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
  // A class called `default` would be the whole stylesheet once it is built: that is what a module exports by this name.
  const look = variant === 'default' ? styles.outlined : styles[variant]
  return [styles.button, look, isWide ? styles.wide : ''].filter(Boolean).join(' ')
}
