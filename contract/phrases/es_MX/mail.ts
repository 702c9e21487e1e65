export const mail = {
  'limit.attempts_one': 'Demasiados intentos. Inténtelo de nuevo en aproximadamente {{count}} hora.',
  'limit.attempts_many': 'Demasiados intentos. Inténtelo de nuevo en aproximadamente {{count}} de horas.',
  'limit.attempts_other': 'Demasiados intentos. Inténtelo de nuevo en aproximadamente {{count}} horas.',
  'limit.attemptsSoon_one': 'Demasiados intentos. Inténtelo de nuevo en aproximadamente {{count}} minuto.',
  'limit.attemptsSoon_many': 'Demasiados intentos. Inténtelo de nuevo en aproximadamente {{count}} de minutos.',
  'limit.attemptsSoon_other': 'Demasiados intentos. Inténtelo de nuevo en aproximadamente {{count}} minutos.',
  'limit.matter_one':
    'No se envió ni se cambió nada: esto ya se envió a esta dirección tantas veces como se permite en un día. Pregunte si llegó, quizá como correo no deseado. Inténtelo de nuevo en aproximadamente {{count}} hora.',
  'limit.matter_many':
    'No se envió ni se cambió nada: esto ya se envió a esta dirección tantas veces como se permite en un día. Pregunte si llegó, quizá como correo no deseado. Inténtelo de nuevo en aproximadamente {{count}} de horas.',
  'limit.matter_other':
    'No se envió ni se cambió nada: esto ya se envió a esta dirección tantas veces como se permite en un día. Pregunte si llegó, quizá como correo no deseado. Inténtelo de nuevo en aproximadamente {{count}} horas.',
  'limit.recipient_one':
    'No se envió ni se cambió nada: se alcanzó el límite diario de mensajes a esta dirección. Inténtelo de nuevo en aproximadamente {{count}} hora.',
  'limit.recipient_many':
    'No se envió ni se cambió nada: se alcanzó el límite diario de mensajes a esta dirección. Inténtelo de nuevo en aproximadamente {{count}} de horas.',
  'limit.recipient_other':
    'No se envió ni se cambió nada: se alcanzó el límite diario de mensajes a esta dirección. Inténtelo de nuevo en aproximadamente {{count}} horas.',
  'limit.sender_one':
    'No se envió ni se cambió nada: usted alcanzó el límite diario de mensajes por persona. Inténtelo de nuevo en aproximadamente {{count}} hora. Si necesita un límite mayor, pídalo al operador del servicio.',
  'limit.sender_many':
    'No se envió ni se cambió nada: usted alcanzó el límite diario de mensajes por persona. Inténtelo de nuevo en aproximadamente {{count}} de horas. Si necesita un límite mayor, pídalo al operador del servicio.',
  'limit.sender_other':
    'No se envió ni se cambió nada: usted alcanzó el límite diario de mensajes por persona. Inténtelo de nuevo en aproximadamente {{count}} horas. Si necesita un límite mayor, pídalo al operador del servicio.',
  'limit.tenant_one':
    'No se envió ni se cambió nada: se alcanzó el límite diario de todos los mensajes. Inténtelo de nuevo en aproximadamente {{count}} hora. Si necesita un límite mayor, pídalo al operador del servicio.',
  'limit.tenant_many':
    'No se envió ni se cambió nada: se alcanzó el límite diario de todos los mensajes. Inténtelo de nuevo en aproximadamente {{count}} de horas. Si necesita un límite mayor, pídalo al operador del servicio.',
  'limit.tenant_other':
    'No se envió ni se cambió nada: se alcanzó el límite diario de todos los mensajes. Inténtelo de nuevo en aproximadamente {{count}} horas. Si necesita un límite mayor, pídalo al operador del servicio.',

  'token.unknown':
    'Este token no se conoce aquí. Revise que se haya copiado completo y que la dirección sea aquella donde se creó.',
  'token.expired': 'Este token venció. Un administrador puede crear uno nuevo.',
  'token.revoked': 'Este token se revocó. Un administrador puede crear uno nuevo.',
  'token.paused':
    'Este token está en pausa: quien lo creó ya no es administrador, o el lugar donde trabaja está suspendido.',
  'token.withCookie': 'Envíe un token o una cookie, pero no ambos.',
  'token.closed': 'Esta solicitud no se puede hacer con un token.',
  'token.tooMany':
    'Este token ya envió todas las solicitudes que puede enviar en un minuto. Intente de nuevo en unos segundos.',

  greeting: 'Hola, {{name}}:',
  greetingWithoutName: 'Hola:',
  footer: '{{tenant}} le envió este mensaje porque usted tiene una cuenta ahí. Nadie le pedirá nunca su contraseña.',
  footerWithoutAccount: '{{tenant}} le envió este mensaje. Nadie le pedirá nunca su contraseña.',
  inviteCode: 'O escriba este código de invitación: {{code}}',

  'password-reset.subject': 'Cree una nueva contraseña',
  'password-reset.text':
    'Alguien, probablemente usted, pidió una nueva contraseña para su cuenta de {{product}}.\n\nEl enlace sirve una sola vez, durante {{passwordLinkTime}}. Si no fue usted, ignore este mensaje: su contraseña sigue igual.',
  'password-reset.action': 'Crear una nueva contraseña',

  'password-changed.subject': 'Se cambió su contraseña',
  'password-changed.text':
    'Se cambió la contraseña de su cuenta de {{product}} y se cerró la sesión en todos los dispositivos.\n\nSi no fue usted, cree de inmediato una nueva contraseña y avise a su administrador.',
  'password-changed.action': 'No fui yo: crear una nueva contraseña',

  'verify-registration.subject': 'Verifique su correo electrónico',
  'verify-registration.text':
    'Usted creó una cuenta de {{product}}. Verifique su correo electrónico y luego inicie sesión con la contraseña que eligió.\n\nEl enlace sirve durante {{accountLinkTime}}. Si no fue usted, ignore este mensaje: sin él, la cuenta sigue cerrada.',
  'verify-registration.action': 'Verificar mi correo electrónico',

  'already-registered.subject': 'Usted ya tiene una cuenta',
  'already-registered.text':
    'Alguien, probablemente usted, intentó crear una cuenta de {{product}} con este correo electrónico. Ya existe una y nada cambió.\n\nInicie sesión con su contraseña. Si no la sabe, o nunca terminó de crear la cuenta, cree una nueva contraseña.',
  'already-registered.action': 'Crear una nueva contraseña',

  'verify-email.subject': 'Verifique su nuevo correo electrónico',
  'verify-email.text':
    'Este será el nuevo correo electrónico de su cuenta de {{product}}. Verifíquelo y luego inicie sesión con él.\n\nEl enlace sirve durante {{accountLinkTime}}. Si no fue usted, ignore este mensaje: sin él, nada cambia.',
  'verify-email.action': 'Verificar mi nuevo correo electrónico',

  'staff-invitation.subject': '{{inviter}} le invitó a {{product}}',
  'staff-invitation.subjectWithoutInviter': 'Elija su contraseña para {{product}}',
  'staff-invitation.text':
    '{{inviter}} creó una cuenta para usted. Elija una contraseña y luego inicie sesión con este correo electrónico.\n\nEl enlace sirve durante {{accountLinkTime}}, hasta que elija una contraseña. Si no esperaba este mensaje, ignórelo: nadie puede usar la cuenta antes de que se elija una contraseña.',
  'staff-invitation.action': 'Elegir mi contraseña',

  'administrator-reset.subject': 'Se restableció su contraseña',
  'administrator-reset.text':
    'Un administrador restableció la contraseña de su cuenta de {{product}} y se cerró la sesión en todos los dispositivos. Cree una nueva contraseña para volver a iniciar sesión.\n\nEl enlace sirve una sola vez, durante {{passwordLinkTime}}. Después, pida otro en la página de inicio de sesión.',
  'administrator-reset.action': 'Crear una nueva contraseña',

  'account-suspended.subject': 'Su cuenta está suspendida',
  'account-suspended.text':
    'Un administrador suspendió su cuenta de {{product}} y se cerró la sesión en todos los dispositivos. No podrá iniciar sesión hasta que se reactive.\n\nSi tiene preguntas, comuníquese con su administrador.',

  'import-done.subject': 'Su importación ha terminado',
  'import-done.text':
    'Se procesó un archivo que usted importó a {{product}}. Su página indica qué se creó y qué filas siguen pendientes. Puede deshacer la importación ahí en el plazo de una semana.',
  'import-done.action': 'Ver las importaciones',

  'report-not-sent.subject': 'Un informe para una autoridad no se envió',
  'report-not-sent.text':
    'No se pudo enviar un informe de resultados de pruebas a una autoridad. Se vuelve a intentar solo, pero un plazo puede estar por vencer.\n\nLa página de informes dice qué falla.',
  'report-not-sent.action': 'Ver los informes',
  'mailbox-code.subject': 'Código para confirmar este buzón para informes',
  'mailbox-code.text':
    '{{tenant}} quiere enviar informes de resultados de pruebas a este buzón. Contienen datos de salud de personas.\n\nSi los espera y este buzón está a su cargo, comunique el código de abajo a su contacto allí. Si no, ignore este mensaje y no se enviará nada.',
  code: 'El código: {{code}}',
  'report.subject': 'Informe de resultados de pruebas de {{tenant}}: {{file}}',
  'report.text':
    '{{tenant}} comunica resultados de pruebas a {{authority}}. El informe va adjunto y contiene datos de salud de personas.\n\nArchivo: {{file}}\nSHA-256: {{hash}}\n\nSi llega dos veces, es el mismo informe y cuenta una vez.',
  'notifications-due.subject': 'Hay resultados que pronto deben notificarse a una autoridad',
  'notifications-due.text':
    'Hay resultados que {{tenant}} debe notificar a una autoridad y cuyo plazo está por vencer o ya venció. La lista dice cuáles, con qué plazo y qué falta todavía.\n\nUsted recibe este mensaje a lo sumo una vez al día por cada regla.',
  'notifications-due.action': 'Ver qué debe notificarse',

  'outbreak-found.subject': 'Es posible que haya comenzado un brote',
  'outbreak-found.text':
    'Varias pruebas de un lugar a su cargo han resultado positivas en poco tiempo, más de lo que {{product}} espera sin un brote. La lista de brotes dice dónde.\n\nLa página del brote muestra a quién falta hacer la prueba y tiene una lista de casos para su autoridad de salud.',
  'outbreak-found.action': 'Ver los brotes',
  'token-expires.subject': 'Un token para una máquina vencerá pronto',
  'token-expires.text':
    'Un token con el que una máquina usa {{product}} vencerá pronto. A partir de entonces, la máquina será rechazada. La lista de tokens indica cuál es y cuándo vence.\n\nSi todavía hace falta, cree un token nuevo, entréguelo a la máquina y revoque el anterior.',
  'token-expires.action': 'Ver los tokens',
  'webhook-stopped.subject': 'Un webhook se detuvo',
  'webhook-stopped.text':
    'Un webhook de {{product}} se detuvo porque su receptor no aceptó lo que se le envió, o porque no se pudo leer su secreto. La lista de webhooks indica cuál es y por qué.\n\nSi está en pausa, no se pierde nada: cuando se reanude, seguirá donde se detuvo. Si su receptor respondió que ya no existe, terminó definitivamente. Un webhook nuevo informa de lo que ocurra a partir de entonces.',
  'webhook-stopped.action': 'Ver los webhooks',

  'account-reactivated.subject': 'Su cuenta está activa de nuevo',
  'account-reactivated.text': 'Un administrador reactivó su cuenta de {{product}}. Ya puede iniciar sesión de nuevo.',
  'account-reactivated.action': 'Iniciar sesión',

  'operator-entered.subject': 'Un operador está leyendo sus registros',
  'operator-entered.text':
    '{{operator}}, que opera el servicio, entró a los registros de {{tenant}} para leerlos. Termina a más tardar en {{entryTime}}.\n\nMotivo indicado: {{reason}}\n\nTodo lo que se lee queda en su registro de auditoría. Usted puede terminarlo en cualquier momento.',
  'operator-entered.action': 'Verlo o terminarlo',

  'address-changed.subject': 'Cambiaron las direcciones web de {{tenant}}',
  'address-changed.text':
    'El operador del servicio cambió las direcciones web de {{tenant}}. A partir de ahora, los enlaces y los inicios de sesión pueden llevar a otra dirección.\n\nRevise que cada dirección de la lista sea suya. Si alguna no lo es, no la use y avise de inmediato al operador del servicio.',
  'address-changed.action': 'Ver las direcciones',

  'operator-asked.subject': 'Un operador pide leer sus registros',
  'operator-asked.text':
    '{{operator}}, que opera el servicio, pide leer los registros de {{tenant}}.\n\nMotivo indicado: {{reason}}\n\nNo se puede leer nada hasta que un administrador lo permita.',
  'operator-asked.action': 'Permitir o rechazar',

  'email-changed.subject': 'Su correo electrónico está por cambiar',
  'email-changed.text':
    'Se ingresó un nuevo correo electrónico para su cuenta de {{product}}. Reemplazará a este en cuanto se verifique. Hasta entonces nadie puede iniciar sesión.\n\nSi no fue usted, o si el nuevo correo está mal escrito, cree una nueva contraseña con este correo: así se cancela el cambio. Si no le llega ningún mensaje con un enlace, el nuevo correo ya se verificó: avise a su administrador.',
  'email-changed.action': 'Cancelar el cambio con una nueva contraseña',

  'account-deleted.subject': 'Su cuenta fue eliminada',
  'account-deleted.text':
    'Su cuenta de {{product}} fue eliminada y se borraron los datos que lo identifican. Los registros de pruebas se conservan sin su nombre.\n\nEste es el último mensaje. Si no fue usted quien eliminó la cuenta, avise a {{tenant}}.',

  'patient-invitation.subject': 'Cree su cuenta de {{product}}',
  'patient-invitation.text':
    '{{tenant}} le invita a crear una cuenta y ver sus resultados en línea. Elija una contraseña y escriba su fecha de nacimiento.\n\nEsta invitación sirve una sola vez, durante {{inviteTime}}. Si no la esperaba, ignore este mensaje y no pasará nada.',
  'patient-invitation.action': 'Crear mi cuenta',
  'patient-invitation.line': '{{product}}: cree su cuenta en {{link}} o con el código {{code}}',

  'result-ready.subject': 'Hay un resultado listo en {{tenant}}',
  'result-ready.text':
    'Hay un resultado listo para usted en {{tenant}}. Ábralo con su fecha de nacimiento.\n\nEl enlace sirve durante {{deliveryTime}}.',
  'result-ready.action': 'Abrir mi resultado',
  'result-ready.line':
    'Hay un resultado listo para usted en {{tenant}}. Ábralo con su fecha de nacimiento, dentro de {{deliveryTime}}: {{link}}',

  'result-changed.subject': 'Cambió un resultado de {{tenant}}',
  'result-changed.text':
    'Un resultado que {{tenant}} le envió ahora dice otra cosa. Ábralo con su fecha de nacimiento.\n\nEl enlace sirve durante {{deliveryTime}}, en lugar del anterior.',
  'result-changed.action': 'Abrir mi resultado',
  'result-changed.line':
    'Un resultado que {{tenant}} le envió ahora dice otra cosa. Ábralo con su fecha de nacimiento, dentro de {{deliveryTime}}: {{link}}',

  'result-withdrawn.subject': 'Un resultado de {{tenant}} ya no es válido',
  'result-withdrawn.text':
    'Un resultado que {{tenant}} le envió ya no es válido, y su enlace dejó de funcionar. No confíe en lo que decía.\n\nSi tiene preguntas, comuníquese con {{tenant}}.',
  'result-withdrawn.line':
    'Un resultado que {{tenant}} le envió ya no es válido. No confíe en lo que decía. Si tiene preguntas, comuníquese con {{tenant}}.',
}
