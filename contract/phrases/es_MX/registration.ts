export const registration = {
  intro: 'Para las personas que se hacen pruebas en {{tenant}}. Al personal lo agrega un administrador.',
  introOther: 'Para quienes llevan animales o muestras a {{tenant}}. Al personal lo agrega un administrador.',
  submit: 'Crear cuenta',
  choose: 'Elija',
  dateHelp: 'Por ejemplo, {{example}}',
  countryCode: 'Código de país',
  number: 'Número',
  terms: 'Acepto el Contrato de licencia de usuario final',
  termsHelp: 'Dice cómo puede usar {{product}} y queda al pie de cada página.',
  readTerms: 'Leer el contrato (se abre en otra pestaña)',

  'status.title': 'Verifique su correo electrónico',
  'status.text':
    'Antes de iniciar sesión, siga el enlace del correo que enviamos a {{email}}. Sirve durante {{accountLinkTime}}. Si tiene varios correos, use el más reciente.',
  'status.takeBack':
    '¿La dirección está mal escrita? El aviso que enviamos a su dirección anterior dice cómo cancelar el cambio.',

  'verify.pending': 'Abriendo el enlace',
  'verify.pendingText': 'Esto tarda un momento.',
  'verify.failed': 'El enlace no se abrió por un problema de nuestra parte. Sigue sirviendo: inténtelo de nuevo.',
  'verify.failedTitle': 'No funcionó',
  'verify.title': 'Su correo electrónico está verificado',
  'verify.text': '{{email}} está verificado. Inicie sesión con la contraseña que eligió.',
  'verify.moved': 'Su correo electrónico está verificado. Inicie sesión con {{email}}.',
  'verify.linkTitle': 'Este enlace no funciona',
  'verify.linkText':
    'Está incompleto, lo reemplazó uno más reciente o venció. Ingrese el correo electrónico con el que inicia sesión y le enviaremos un enlace nuevo.',
  'verify.newLink': 'Enviarme un enlace nuevo',

  'confirm.title': 'Confirme su correo electrónico',
  'confirm.registration':
    'Alguien creó una cuenta de {{product}} con este correo electrónico. Si fue usted, confírmelo.',
  'confirm.change':
    'Alguien pidió usar este correo electrónico para su cuenta de {{product}}. Si fue usted, confírmelo.',
  'confirm.password': 'Contraseña de la cuenta',
  'confirm.passwordHelp': 'Abrió el enlace en otro navegador, así que la contraseña nos dice que es usted.',
  'confirm.submit': 'Confirmar correo electrónico',
  'confirm.notYouRegistration':
    'Si usted no creó esta cuenta y no la quiere, cierre esta página. La cuenta sigue cerrada mientras usted no confirme.',
  'confirm.notYouChange': 'Si usted no pidió esto, cierre esta página y nada cambiará.',
  'confirm.otherPassword': 'No sé la contraseña',
  'confirm.knownPassword': 'Sé la contraseña',
  'confirm.newTitle': 'Elija una contraseña nueva',
  'confirm.newIntro':
    'Reemplaza la contraseña que se eligió al crear la cuenta y confirma {{email}}. Después, solo usted puede iniciar sesión.',
  'confirm.newSubmit': 'Guardar contraseña y confirmar',

  'verified.title': 'Su cuenta está lista',
  'verified.text':
    'Su correo electrónico está verificado. Su cuenta de {{product}} se usa en la aplicación móvil: inicie sesión ahí.',
}
