export const history = {
  none: 'Aún no se ha cambiado nada.',
  by: 'por {{name}}',
  nothing: 'nada',
  'action.group.changed': 'Cambio',
  'action.group.created': 'Creación',
  'action.group.reactivated': 'Reactivación',
  'action.group.suspended': 'Suspensión',
  'action.organisation.changed': 'Cambio',
  'action.organisation.created': 'Creación',
  'action.organisation.reactivated': 'Reactivación',
  'action.organisation.suspended': 'Suspensión',
}
