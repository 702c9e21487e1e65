import { IconBan, IconCircleCheck } from '@tabler/icons-react'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { setLocale } from '../ui/phrases.ts'
import { Action, Actions } from './actions.tsx'

beforeEach(() => setLocale('en_GB'))

const confirm = { title: 'Suspend Ana?', text: '12 people are logged out', stay: 'Keep', leave: 'Suspend Ana' }

/** A button that suspends and reactivates, as on the page of something that can be suspended. */
function Standing({ isActive, onAct }: { isActive: boolean; onAct: () => void }) {
  return (
    <Actions title="What you can do">
      <Action
        icon={isActive ? IconBan : IconCircleCheck}
        word={isActive ? 'Suspend' : 'Reactivate'}
        isPending={false}
        onAct={onAct}
        confirm={isActive ? confirm : undefined}
      />
    </Actions>
  )
}

test('a harmful action explains its effect first, and the focus stays on it', async () => {
  const onAct = vi.fn<() => void>()
  const { rerender } = render(<Standing isActive onAct={onAct} />)
  const button = screen.getByRole('button', { name: 'Suspend' })
  await userEvent.click(button)
  expect(screen.getByRole('dialog', { name: 'Suspend Ana?' }).textContent).toContain('12 people are logged out')
  await userEvent.click(screen.getByRole('button', { name: 'Keep' }))
  expect(onAct).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(button)

  await userEvent.keyboard('{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Suspend Ana' }))
  expect(onAct).toHaveBeenCalledTimes(1)
  rerender(<Standing isActive={false} onAct={onAct} />)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Reactivate' }))
  await userEvent.keyboard('{Enter}')
  expect(onAct).toHaveBeenCalledTimes(2)
})

test('an action that is blocked or running keeps its place and does nothing', async () => {
  const onAct = vi.fn<() => void>()
  const action = { icon: IconBan, onAct }
  render(
    <Actions>
      <Action {...action} word="Suspend" isPending={false} obstacle="Nobody suspends themselves" />
      <Action {...action} word="Resend" isPending />
    </Actions>,
  )
  const suspend = screen.getByRole('button', { name: 'Suspend' })
  expect(document.getElementById(suspend.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Nobody suspends themselves',
  )
  await userEvent.click(suspend)
  await userEvent.click(screen.getByRole('button', { name: 'Resend' }))
  expect(onAct).not.toHaveBeenCalled()
})

test('a button that disappears after its action passes the focus on', async () => {
  const action = { icon: IconBan, isPending: false, onAct: () => undefined }
  const { rerender } = render(
    <Actions>
      <Action key="resend" {...action} word="Resend" />
      <Action key="revoke" {...action} word="Revoke" />
    </Actions>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Revoke' }))
  rerender(
    <Actions>
      <Action key="resend" {...action} word="Resend" />
    </Actions>,
  )
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Resend' }))
})
