import { useNavigate, useRouter, type NavigateOptions } from '@tanstack/react-router'
import { showMessage } from '../ui/snackbar-store.ts'
import { useIsHere } from '../ui/use-is-here.ts'

/**
 * Returns a function that says what was saved, if a message is given, and navigates, unless the user has left the form
 * in the meantime. Whoever was led to one field of the form goes back to where they came from.
 */
export function useGoOn() {
  const navigate = useNavigate()
  const { history } = useRouter()
  const isHere = useIsHere()
  return async (options: NavigateOptions, message?: string): Promise<void> => {
    if (message !== undefined) showMessage(message)
    if (!isHere()) return
    if (isLedTo(history.location.state) && history.canGoBack()) history.back()
    else await navigate(options)
  }
}

/** True on the page of a form whose field a link named (`EditForm`). */
function isLedTo(state: object): boolean {
  return 'isLedTo' in state && state.isLedTo === true
}
