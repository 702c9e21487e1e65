export const invitee = {
  'enter.title': 'Canjee su invitación',
  'enter.intro': 'Ingrese el código de invitación de su correo o mensaje de texto.',
  'enter.help': '{{length}} letras y dígitos. No importan las mayúsculas, los espacios ni los guiones.',
  'enter.count': '{{typed}} de {{length}} caracteres',
  'enter.submit': 'Canjear invitación',
  'enter.lookAlike': 'Los códigos nunca llevan {{characters}}. Revise los caracteres que se parecen',
  'invalid.title': 'Este código de invitación no funciona',
  'invalid.text':
    'Puede estar mal escrito, haberse usado ya, haberlo reemplazado uno más reciente o haber vencido. Compárelo con su mensaje más reciente o pida una nueva invitación a {{tenant}}. Si ya configuró su cuenta, inicie sesión.',
  'look.pending': 'Buscando su invitación',
  'look.failed':
    'No pudimos buscar su invitación por un problema de nuestra parte. Sigue sirviendo: inténtelo de nuevo.',
  'setup.intro': 'Tiene una invitación de {{organisation}} para usar {{product}}.',
  'setup.invitedTo': 'Invitación a',
  'setup.language': 'Idioma de su cuenta',
  'setup.submit': 'Configurar cuenta',
  'setup.loggedIn': 'Su cuenta está lista y ya inició sesión.',
  'setup.done': 'Su cuenta está lista. Inicie sesión con la contraseña que eligió.',
  'qr.label': 'Código de su invitación',
  'qr.new':
    'Cuando le hagan una prueba junto con otras personas, el personal puede escanear este código para encontrarle. Sigue sirviendo para eso después de configurar su cuenta: guarde una imagen de él o abra de nuevo el enlace de su mensaje.',
  'qr.used':
    'Si configuró su cuenta con esta invitación, el personal todavía puede escanear este código para encontrarle cuando le hagan una prueba junto con otras personas.',
}
