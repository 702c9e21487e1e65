export const mail = {
  greeting: 'Hola, {{name}}:',
  greetingWithoutName: 'Hola:',
  footer: '{{tenant}} le envió este mensaje por su cuenta de {{product}}. Nadie le pedirá nunca su contraseña.',

  'password-reset.subject': 'Cree una nueva contraseña',
  'password-reset.text':
    'Alguien, probablemente usted, pidió una nueva contraseña para su cuenta de {{product}}.\n\nEl enlace sirve una sola vez, durante 30 minutos. Si no fue usted, ignore este mensaje: su contraseña sigue igual.',
  'password-reset.action': 'Crear una nueva contraseña',

  'password-changed.subject': 'Se cambió su contraseña',
  'password-changed.text':
    'Se cambió la contraseña de su cuenta de {{product}} y se cerró la sesión en todos los dispositivos.\n\nSi no fue usted, cree de inmediato una nueva contraseña y avise a su administrador.',
  'password-changed.action': 'No fui yo: crear una nueva contraseña',

  'verify-registration.subject': 'Verifique su correo electrónico',
  'verify-registration.text':
    'Usted creó una cuenta de {{product}}. Verifique su correo electrónico y luego inicie sesión con la contraseña que eligió.\n\nEl enlace sirve durante 14 días. Si no fue usted, ignore este mensaje: sin él, la cuenta sigue cerrada.',
  'verify-registration.action': 'Verificar mi correo electrónico',

  'already-registered.subject': 'Usted ya tiene una cuenta',
  'already-registered.text':
    'Alguien, probablemente usted, intentó crear una cuenta de {{product}} con este correo electrónico. Ya tiene una y nada cambió.\n\nInicie sesión con la contraseña que tiene. Si no la sabe, o nunca terminó de crear la cuenta, cree una nueva contraseña.',
  'already-registered.action': 'Crear una nueva contraseña',

  'verify-email.subject': 'Verifique su nuevo correo electrónico',
  'verify-email.text':
    'Este será el nuevo correo electrónico de su cuenta de {{product}}. Verifíquelo y luego inicie sesión con él.\n\nEl enlace sirve durante 14 días. Si no fue usted, ignore este mensaje: sin él, nada cambia.',
  'verify-email.action': 'Verificar mi nuevo correo electrónico',

  'email-changed.subject': 'Su correo electrónico está por cambiar',
  'email-changed.text':
    'Se ingresó un nuevo correo electrónico para su cuenta de {{product}}. Reemplaza a este en cuanto se verifique. Hasta entonces nadie puede iniciar sesión.\n\nSi no fue usted, o si el nuevo correo está mal escrito, cree una nueva contraseña con este correo: así se anula el cambio. Si no le llega ningún mensaje con un enlace, el nuevo correo ya se verificó: avise a su administrador.',
  'email-changed.action': 'Anular el cambio con una nueva contraseña',

  'account-deleted.subject': 'Su cuenta fue eliminada',
  'account-deleted.text':
    'Su cuenta de {{product}} fue eliminada y se borró lo que le identificaba. Los registros de pruebas se conservan, sin su nombre.\n\nEste es el último mensaje. Si no fue usted quien eliminó la cuenta, avise a {{tenant}}.',
}
