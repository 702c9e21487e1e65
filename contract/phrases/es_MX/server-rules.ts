export const serverRules = {
  afterReading: 'La prueba no puede ser posterior a su lectura',
  testBeforeBirth:
    'Este paciente tiene una prueba anterior a esta fecha de nacimiento. Revise la fecha, o primero corrija o anule esa prueba.',
  mergeBeforeBirth:
    'Uno de los dos tiene una prueba anterior a la fecha de nacimiento que se conservaría. Primero corrija la fecha o la prueba.',
  analytesComplete: 'Elija un resultado para cada línea de la prueba',
  imagePixels: 'La foto tiene más de {{imageMegapixels}} megapíxeles. Elija una más pequeña.',
  imageSide: 'La foto mide más de {{imageSide}} píxeles de ancho o de alto. Elija una más pequeña.',
  importTooLarge: 'El archivo es demasiado grande. Divídalo o envíelo como ZIP.',
  importsFull:
    'Aquí esperan {{files}} archivos por importar, con {{megabytes}} MB en total, y no hay lugar para más. Importe o cancele algunos, o envíe este después del {{until}}, cuando se elimine el más antiguo.',
  importTooSlow:
    'El archivo llegó con demasiada lentitud, y otros esperan para enviar los suyos. Envíelo como ZIP o desde una conexión más rápida. Puede intentarlo de nuevo ahora.',
  imageAnimated: 'Es una animación. Elija una foto fija.',
  imageUnreadable: 'No se pudo leer la foto. Tómela de nuevo o elija otra.',
  picturePixels: 'La imagen tiene más de {{imageMegapixels}} megapíxeles. Elija una más pequeña.',
  pictureSide: 'La imagen mide más de {{imageSide}} píxeles de ancho o de alto. Elija una más pequeña.',
  pictureAnimated: 'Es una animación. Elija una imagen fija.',
  pictureHeavy:
    'Esta imagen es demasiado compleja para procesarla. Elija una más sencilla o guárdela como un PNG más pequeño.',
  logoActive: 'Este SVG contiene un programa o remite a otros archivos. Guárdelo como dibujo simple o como PNG.',
  logoPacked: 'Este SVG está comprimido (SVGZ). Guárdelo como SVG sin comprimir o como PNG.',
  logoSquare: 'El icono debe ser tan ancho como alto',
  wrongPassword: 'Esta no es su contraseña actual',
  notChosenPassword: 'Esta no es la contraseña que se eligió',
  commonPassword: 'Esta contraseña es demasiado fácil de adivinar. Elija otra.',
  passwordOfName: 'La contraseña no puede contener su nombre, su correo ni el nombre de la organización',
  tokensUsedUp: 'Ya tiene {{most}} tokens, que es el máximo. Revoque alguno que no haga falta.',
  nameTaken: 'Ya existe uno con este nombre. Elija otro nombre.',
  emailOfSubject: 'Otra persona del mismo grupo tiene este correo',
  localIdOfSubject: 'Otra persona del grupo tiene este ID local',
  slugTaken: 'Esta dirección ya está en uso. Elija otra.',
  domainOfOurs: 'El sistema asigna las direcciones por debajo de esta. Escriba un dominio propio de la institución.',
  operatorFeatures:
    'El espacio propio del operador no puede registrar pruebas, invitar pacientes ni dejar que se registren, así que esto no se puede cambiar',
  kindFixed: 'Ya hay pacientes, animales o muestras registrados, así que esto ya no se puede cambiar',
  defaultStays: 'Siempre hay un kit de prueba predeterminado. Elija otro como predeterminado.',
  retiredDefault: 'Un kit de prueba retirado no puede ser el predeterminado',
  assayRetired: 'Este kit de prueba se retiró antes de que se hiciera la prueba. Elija otro.',
  suspendedPlace: 'Este lugar está suspendido y no se pueden registrar pruebas',
}
