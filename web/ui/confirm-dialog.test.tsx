import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buttonClass } from './button.tsx'
import { ConfirmDialog, type Confirmation } from './confirm-dialog.tsx'

const nothing = () => undefined

test.each<[Confirmation['kind'], stay: 'quiet' | 'filled', leave: 'filled' | 'danger' | 'quiet']>([
  [undefined, 'quiet', 'filled'],
  ['loss', 'quiet', 'danger'],
  ['stay', 'filled', 'quiet'],
])('in a question of kind %s, the staying button is %s and the leaving button %s', (kind, stay, leave) => {
  render(
    <ConfirmDialog
      title="Remove the photo?"
      text="It will be gone."
      stay="Keep photo"
      leave="Remove photo"
      {...(kind && { kind })}
      onStay={nothing}
      onLeave={nothing}
    />,
  )
  const [first, second] = screen.getAllByRole('button')
  expect([first?.className, second?.className]).toEqual([buttonClass(stay), buttonClass(leave)])
  expect([first?.textContent, second?.textContent]).toEqual(['Keep photo', 'Remove photo'])
})
