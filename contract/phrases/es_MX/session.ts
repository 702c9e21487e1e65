export const session = {
  intro: 'Use el correo electrónico de su cuenta.',
  submit: 'Iniciar sesión',
  forgottenPassword: '¿Olvidó su contraseña?',
  haveInviteCode: 'Tengo un código de invitación',
  useApp: 'Su cuenta es para la aplicación móvil. Inicie sesión ahí con el mismo correo y la misma contraseña.',
  failed:
    'No se pudo iniciar sesión por un problema de nuestra parte. Lo que escribió sigue aquí: inténtelo de nuevo en un momento.',
  loggedOut: 'Cerró su sesión correctamente',
  expired: 'Su sesión activa venció. Inicie sesión.',

  'ready.now': 'Una prueba está lista para leerse. Inicie sesión para leerla.',
  'ready.waiting':
    'Esta página le sigue avisando cuando una prueba está lista para leerse: la próxima, a las {{time}}.',
  automatic: 'Su sesión activa se cerró automáticamente.',
  idleTitle: '¿Sigue ahí?',
  idleText_one: 'Su sesión se cerrará en {{count}} segundo, para que nadie más vea lo que está abierto aquí.',
  idleText_many: 'Su sesión se cerrará en {{count}} de segundos, para que nadie más vea lo que está abierto aquí.',
  idleText_other: 'Su sesión se cerrará en {{count}} segundos, para que nadie más vea lo que está abierto aquí.',
  idleStay: 'Mantener la sesión abierta',

  loggedOutTitle: 'Su sesión está cerrada',
  loggedOutText: 'Cierre esta ventana si comparte esta computadora con otras personas.',
  logInAgain: 'Iniciar sesión de nuevo',
  otherTitle: 'Otra persona inició sesión en este navegador',
  otherText:
    'Lo que escribió aquí sin guardar se perdió, y nadie más puede verlo. Si estaba registrando una prueba, es posible que se haya conservado un borrador: inicie sesión de nuevo para continuar.',
  otherGoOn: 'Continuar como la persona que inició sesión',
  brandLine: 'Registre un resultado en un minuto. Encuéntrelo en un segundo.',
}
