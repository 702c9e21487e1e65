import type { ReactNode } from 'react'
import { usePopover } from './use-popover.ts'

interface Props {
  /** The content of the button. */
  button: ReactNode
  buttonClass: string | undefined
  /** Names the button if its content is not enough. */
  buttonLabel?: string
  /** Names the panel. */
  label: string
  /** Draws the content while the panel is open; `close` closes it. */
  children: (close: () => void) => ReactNode
}

/** A button that opens a small panel below itself. */
export function Popover({ button, buttonClass, buttonLabel, label, children }: Props) {
  const { isOpen, close, opener, panel } = usePopover()
  return (
    <>
      <button {...opener} className={buttonClass} aria-label={buttonLabel} aria-haspopup="dialog">
        {button}
      </button>
      <div {...panel} role="dialog" aria-label={label}>
        {isOpen && children(close)}
      </div>
    </>
  )
}
