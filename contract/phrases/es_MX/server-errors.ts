export const serverErrors = {
  'access-suspended':
    'Su sesión se cerró porque se suspendió su cuenta o su organización. Pregunte a su administrador. Si había empezado a registrar una prueba, se conserva para usted durante {{draftTime}}.',
  'wrong-credentials': 'El correo electrónico o la contraseña son incorrectos.',
  'csrf-mismatch': 'Su sesión se renovó. Inténtelo de nuevo.',
  'foreign-origin': 'Esta solicitud vino de otro sitio y se rechazó.',
  'email-unverified': 'Verifique su correo electrónico antes de iniciar sesión.',
  'password-update-required': 'Debe actualizar su contraseña antes de iniciar sesión.',
  'account-suspended':
    'Su cuenta está suspendida y no puede iniciar sesión. No se ha borrado nada: consulte a su administrador.',
  'organisation-suspended':
    'Su organización está suspendida y nadie de ella puede iniciar sesión. No se ha borrado nada: consulte a su administrador.',
  'tenant-suspended': 'Este servicio está suspendido: nadie puede iniciar sesión.',
  'entry-not-granted': 'Esta institución debe darle acceso primero. Solicítelo e indique el motivo.',
  'entry-read-only': 'Está leyendo los registros de una institución y no puede cambiar nada. Salga de ellos primero.',
  'self-registration-disabled': 'Aquí no puede crear una cuenta. Pida una invitación a su clínica.',
  'invites-disabled': 'Las invitaciones a pacientes están desactivadas aquí.',
  'link-invalid': 'Este enlace ya no funciona: ya se usó, lo reemplazó uno más reciente o venció. Pida uno nuevo.',
  'not-acceptable': 'Esto se ofrece solo como JSON.',
  'method-not-allowed': 'Esta dirección no acepta este tipo de solicitud.',
  'other-session':
    'Otra persona inició sesión en este navegador. Lo que usted escribió no se guardó. Inicie sesión de nuevo para continuar con su cuenta.',
  duplicate: 'Esto ya existe.',
  'may-be-two':
    'Pueden ser dos personas, porque lo que se sabe de ellas difiere. Revíselo y, si es una sola persona, indíquelo.',
  'not-possible': 'Esto cambió mientras tanto y ya no es posible. Vuelva a cargar la página para ver cómo está ahora.',
  'own-reading': 'Usted leyó esta prueba primero. Otra persona debe leerla por segunda vez.',
  'read-twice': 'Otra persona ya leyó esta prueba por segunda vez. No hay nada más que hacer.',
  'timer-required':
    'Este kit de prueba necesita el temporizador: indique que se aplicó la muestra y registre el resultado cuando se pueda leer.',
  'test-run-finished': 'Mientras tanto se registró el resultado de esta prueba. Búsquelo en la lista de pruebas.',
  'test-run-cancelled':
    'Mientras tanto se canceló esta prueba. Si después de todo cuenta, regístrela como una prueba nueva.',
  'test-set-moved':
    'Mientras tanto otra persona continuó esta serie de pruebas, así que esta prueba no es la siguiente. Abra la serie para ver cuál sigue.',
  'result-held-back':
    'Esta prueba es parte de una serie que aún no tiene desenlace. Hasta entonces su resultado queda con el personal, porque una sola prueba no es un diagnóstico.',
  'round-ended':
    'Mientras tanto esta ronda terminó, así que ya no se puede anotar nada. Registre lo que falta como pruebas sueltas.',
  'last-administrator':
    'No hay otra persona que administre la institución y pueda iniciar sesión. Nombre a otra, espere a que inicie sesión y inténtelo de nuevo.',
  'idempotency-key-reused': 'Esta solicitud ya se usó para otra cosa. Vuelva a cargar la página e inténtelo de nuevo.',
  'stale-version': 'Otra persona hizo un cambio mientras tanto. Vuelva a cargar la página para verlo.',
  'too-large': 'Esto es demasiado grande para enviarlo.',
  'unsupported-media-type': 'Este tipo de contenido no se acepta.',
  validation: 'Revise algunos de los datos ingresados.',
  'version-missing': 'Falta la versión de lo que se quiere cambiar.',
  'too-many-attempts': 'Demasiados intentos. Espere unos minutos e inténtelo de nuevo.',
  'sending-limit': 'Por ahora no se pueden enviar más mensajes. No se envió ni se cambió nada: inténtelo más tarde.',
  'export-queued': 'Hay otras exportaciones en curso. La suya comenzará cuando sea su turno.',
}
