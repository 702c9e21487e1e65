export const mail = {
  greeting: 'Hola, {{name}}:',
  footer: '{{tenant}} le envió este mensaje por su cuenta de {{product}}. Nadie le pedirá nunca su contraseña.',

  'password-reset.subject': 'Cree una nueva contraseña',
  'password-reset.text':
    'Alguien, probablemente usted, pidió una nueva contraseña para su cuenta de {{product}}.\n\nEl enlace sirve una sola vez, durante 30 minutos. Si no fue usted, ignore este mensaje: su contraseña sigue igual.',
  'password-reset.action': 'Crear una nueva contraseña',

  'password-changed.subject': 'Se cambió su contraseña',
  'password-changed.text':
    'Se cambió la contraseña de su cuenta de {{product}} y se cerró la sesión en todos los dispositivos.\n\nSi no fue usted, cree de inmediato una nueva contraseña y avise a su administrador.',
  'password-changed.action': 'No fui yo: crear una nueva contraseña',
}
