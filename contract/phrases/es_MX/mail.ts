export const mail = {
  greeting: 'Hola, {{name}}:',
  greetingWithoutName: 'Hola:',
  footer: '{{tenant}} le envió este mensaje por su cuenta de {{product}}. Nadie le pedirá nunca su contraseña.',
  footerWithoutAccount: '{{tenant}} le envió este mensaje. Nadie le pedirá nunca su contraseña.',
  inviteCode: 'O escriba este código de invitación: {{code}}',

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

  'patient-invitation.subject': 'Cree su cuenta de {{product}}',
  'patient-invitation.text':
    '{{tenant}} le invita a {{product}}. Cree su cuenta: elija una contraseña y escriba su fecha de nacimiento.\n\nEsta invitación sirve una sola vez, durante 14 días. Si no la esperaba, ignore este mensaje: sin usted no pasa nada.',
  'patient-invitation.action': 'Crear mi cuenta',
  'patient-invitation.line': '{{product}}: cree su cuenta en {{link}} o con el código {{code}}',
}
