export const errors = {
  'bad-request': 'La solicitud que envió el navegador tenía un formato incorrecto y el servidor no pudo entenderla.',
  unauthenticated: 'Inicie sesión para continuar.',
  'access-suspended':
    'Su sesión se cerró porque se suspendió su cuenta o su organización. Pregunte a su administrador. Si había empezado a registrar una prueba, se conserva para usted durante {{draftTime}}.',
  'wrong-credentials': 'El correo electrónico o la contraseña son incorrectos.',
  forbidden:
    'Parece que no tiene los permisos necesarios para acceder a la página o al recurso que solicitó en este servidor.',
  'csrf-mismatch': 'Su sesión se renovó. Inténtelo de nuevo.',
  'foreign-origin': 'Esta solicitud vino de otro sitio y se rechazó.',
  'email-unverified': 'Verifique su correo electrónico antes de iniciar sesión.',
  'password-update-required': 'Debe actualizar su contraseña antes de iniciar sesión.',
  'account-suspended':
    'Su cuenta está suspendida y no puede iniciar sesión. No se ha borrado nada: consulte a su administrador.',
  'organisation-suspended':
    'Su organización está suspendida y nadie de ella puede iniciar sesión. No se ha borrado nada: consulte a su administrador.',
  'tenant-suspended': 'Este servicio está suspendido: nadie puede iniciar sesión.',
  'entry-ended': 'Su acceso a estos registros terminó.',
  'entry-not-granted': 'Esta institución debe darle acceso primero. Solicítelo e indique el motivo.',
  'entry-read-only': 'Está leyendo los registros de una institución y no puede cambiar nada. Salga de ellos primero.',
  'no-permission-for-web':
    'Su tipo de cuenta no tiene permiso para acceder al servicio por la web. Si cree que esto es un error, comuníquese con su administrador.',
  'clinician-testing-disabled':
    'El registro de pruebas está desactivado para el personal clínico. Comuníquese con su administrador.',
  'test-creation-disabled': 'El registro de pruebas por la web está desactivado. Use la aplicación móvil.',
  'self-registration-disabled': 'Aquí no puede crear una cuenta. Pida una invitación a su clínica.',
  'invites-disabled': 'Las invitaciones a pacientes están desactivadas aquí.',
  'link-invalid': 'Este enlace ya no funciona: ya se usó, lo reemplazó uno más reciente o venció. Pida uno nuevo.',
  'code-invalid':
    'Este código de invitación no funciona: puede estar mal escrito, haberse usado ya, haberlo reemplazado uno más reciente o haber vencido. Revíselo o pida una nueva invitación a su clínica.',
  'not-found':
    'No se encontró la página o el recurso que solicitó. Es posible que se haya movido o que ya no exista en el sistema.',
  'email-not-found':
    'No se encontró el correo electrónico. Edite la dirección que ingresó o cree un nuevo paciente para asociarlo a este registro de prueba.',
  'custom-id-not-found':
    'No se encontró el ID personalizado. Edite los ID que ingresó o cree un nuevo paciente para asociarlo a este registro de prueba.',
  'method-not-allowed': 'Esta dirección no acepta este tipo de solicitud.',
  'other-session':
    'Otra persona inició sesión en este navegador. Lo que usted escribió no se guardó. Inicie sesión de nuevo para continuar con su cuenta.',
  'entered-elsewhere':
    'En otra pestaña, usted entró a los registros de una institución o salió de ellos. Aquí no se cambió nada: la página se volvió a cargar.',
  duplicate: 'Esto ya existe.',
  'not-possible': 'Esto cambió mientras tanto y ya no es posible. Vuelva a cargar la página para ver cómo está ahora.',
  'record-voided':
    'Este registro de prueba se anuló y ya no se puede cambiar. Si la prueba sí cuenta, regístrela de nuevo.',
  'own-reading': 'Usted leyó esta prueba primero. Otra persona debe leerla por segunda vez.',
  'read-twice': 'Otra persona ya leyó esta prueba por segunda vez. No hay nada más que hacer.',
  'readings-settled': 'Alguien ya resolvió estas lecturas. Vuelva a cargar la página para ver cómo.',
  'timer-required':
    'Este kit de prueba necesita el temporizador: indique que se aplicó la muestra y registre el resultado cuando se pueda leer.',
  'test-run-finished': 'Mientras tanto se registró el resultado de esta prueba. Búsquelo en la lista de pruebas.',
  'test-run-cancelled':
    'Mientras tanto se canceló esta prueba. Si después de todo cuenta, regístrela como una prueba nueva.',
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
  internal:
    'Se produjo un error del servidor o de la red y no se pudo completar su solicitud. Vuelva a cargar esta página ahora o inténtelo más tarde.',
  unavailable: 'El servicio no está disponible en este momento. No se perdió nada: inténtelo de nuevo en un minuto.',
  'export-queued': 'Hay otras exportaciones en curso. La suya comenzará cuando sea su turno.',
}
