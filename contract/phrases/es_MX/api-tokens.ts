/** Tokens of machines, for the tenant's administrators. */
export const apiTokens = {
  intro:
    'Con un token, una máquina usa este servicio sin iniciar sesión: un sistema de laboratorio, un lector de pruebas o un reporte que corre de noche. Hace solo lo que usted marque, y todo lo que hace queda en su registro de auditoría con su nombre.',
  list: 'Sus tokens',
  none: 'Todavía no hay tokens.',
  create: 'Token nuevo',

  'state.active': 'Activo',
  'state.maker-left': 'En pausa',
  'state.place-suspended': 'En pausa',
  'state.expired': 'Vencido',
  'state.revoked': 'Revocado',
  'why.maker-left': 'Quien lo creó ya no es un administrador que pueda iniciar sesión.',
  'why.place-suspended': 'El lugar donde trabaja está suspendido.',
  everywhere: 'Toda la institución',
  until: 'Vence el {{date}}',
  expired: 'Venció el {{date}}',
  revoked: 'Revocado el {{date}}',
  used: 'Se usó por última vez el {{date}}',
  unused: 'Nunca se ha usado',
  made: 'Creado el {{date}} por {{name}}',
  end: 'Termina en {{end}}',

  trail: 'Qué hizo',

  revoke: 'Revocar',
  revokeOf: 'Revocar {{name}}',
  'revoke.title': '¿Revocar {{name}}?',
  'revoke.text':
    'La máquina que lo usa será rechazada desde su siguiente solicitud. No se puede deshacer: necesitaría un token nuevo.',
  'revoke.stay': 'Conservarlo',
  isRevoked: '{{name}} quedó revocado',

  'form.intro': 'Dé a cada máquina su propio token, con solo lo que necesita.',
  'form.name': 'Nombre',
  'form.nameHelp':
    'Las pruebas y los eventos de la máquina aparecen con este nombre, por ejemplo “Sistema del laboratorio”.',
  'form.permissions': 'Qué puede hacer',
  'form.permissionsHelp':
    'Nunca hace más de lo que usted puede hacer, y deja de funcionar si usted ya no es administrador.',
  'form.choosePermission': 'Elija qué puede hacer',
  'form.places': 'Dónde trabaja',
  'form.ofTenant': 'En toda la institución',
  'form.ofOrganisation': 'En una organización',
  'form.chooseOrganisation': 'Elija una organización',
  'form.groupsHelp': 'No elija ninguno si son todos los grupos de la organización.',
  'form.addGroup': 'Agregar un grupo',
  'form.removeGroup': 'Quitar {{name}}',
  'form.days': 'Vence después de',
  'form.daysOf_one': '{{count}} día',
  'form.daysOf_many': '{{count}} de días',
  'form.daysOf_other': '{{count}} días',
  'form.submit': 'Crear el token',
  'form.failed':
    'No se pudo crear el token por un problema de nuestro lado. Lo que escribió sigue aquí. Si de todos modos está en la lista, revóquelo y cree otro.',

  'secret.title': 'Copie el token ahora',
  'secret.text':
    'Solo se muestra esta vez. Guárdelo donde la máquina lo lee, y no lo envíe a nadie por correo electrónico.',
  'secret.label': 'Token de acceso',
  'secret.copy': 'Copiar',
  'secret.copied': 'Copiado',
  'secret.notCopied': 'El navegador no permitió copiar. Seleccione el token y cópielo usted.',
  'secret.done': 'Ya lo guardé',
} as const
