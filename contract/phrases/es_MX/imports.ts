/** Importaciones de personas y resultados desde archivos: qué está mal en un archivo y en sus celdas. */
export const imports = {
  'file.cellTooLong':
    'No se puede leer el archivo: la celda de la fila {{value}} no termina. Tal vez falten unas comillas ahí.',
  'file.damaged': 'El archivo está dañado o no se envió completo. Guárdelo de nuevo y vuelva a enviarlo.',
  'file.empty': 'El archivo no tiene filas debajo de sus encabezados.',
  'file.encrypted': 'El archivo tiene contraseña o el formato antiguo .xls. Guárdelo como CSV o XLSX sin contraseña.',
  'file.headerTwice': 'Dos columnas tienen el encabezado “{{value}}”. Cambie el nombre de una o elimínela.',
  'file.noRoom': 'No hay lugar para las filas de este archivo. Importe o cancele otros archivos y envíe este de nuevo.',
  'file.notATable': 'Esto no es una tabla. Elija un archivo CSV o XLSX, o un ZIP con uno de ellos.',
  'file.otherProgram':
    'Este es un archivo de {{value}}. Ábralo ahí, guárdelo o expórtelo como CSV o XLSX y envíe ese archivo.',
  'file.packedTwice': 'El ZIP contiene otro ZIP. Descomprímalo y envíe el archivo que está dentro.',
  'file.severalFiles': 'El ZIP contiene varios archivos. Envíelos uno por uno.',
  'file.tooHeavy': 'Leer el archivo requiere demasiado tiempo o memoria. Divídalo o guárdelo como CSV.',
  'file.tooLarge': 'El archivo descomprimido es más grande de lo que se puede leer. Divídalo en otros más pequeños.',
  'file.tooManyColumns': 'El archivo tiene más de {{value}} columnas. Elimine las que no hagan falta.',
  'file.tooManyRows': 'El archivo tiene más de {{value}} filas. Divídalo en otros más pequeños.',
  'problem.beforeBirth': 'La prueba no puede ser anterior a la fecha de nacimiento',
  'problem.choice': 'Esta palabra no se conoce aquí',
  'problem.code': 'Esto no es un código LOINC',
  'problem.contradicts': 'La fila {{value}} indica otro resultado de la misma prueba. Elimine la que esté mal.',
  'problem.date': 'Esta fecha no existe',
  'problem.dateInFuture': 'La fecha no puede ser posterior a hoy',
  'problem.dateOrder':
    'Esa fecha no existe en el orden con el que se lee el archivo. Cambie el orden para todo el archivo, o escriba el mes de esta fecha con letras.',
  'problem.dateUnread':
    'Esto no se puede leer como fecha. Escriba el día, el mes con letras y el año con cuatro dígitos.',
  'problem.dateWithTime':
    'Después de esta fecha hay una hora, así que en otra zona horaria puede ser el día anterior o el siguiente. Escriba solo el día.',
  'problem.dateTooOld': 'La fecha debe ser de hace menos de {{oldestAge}}',
  'problem.dayUnclear':
    'No está claro qué fecha es, porque se puede leer como varios días. Responda en “Preguntas sobre el archivo” cómo se escriben las fechas, o corrija la fecha.',
  'problem.email': 'Esto no es un correo electrónico',
  'problem.formula': 'Esto es una fórmula. Reemplácela por su valor.',
  'problem.hiddenCharacters': 'Contiene caracteres que no se pueden mostrar. Escriba el texto de nuevo.',
  'problem.hiddenRow':
    'Esta fila está oculta en el libro, así que quizá no pertenece a la lista. Mientras espera no se importa: tómela solo si pertenece a ella.',
  'problem.instruction': 'Esto parece una instrucción o un ejemplo, no datos de una persona',
  'problem.otherDate': 'Otra columna de esta fila tiene otra fecha u hora',
  'problem.phone': 'Esto no es un número de teléfono',
  'problem.postcode': 'Esto no es un código postal del país de la dirección',
  'problem.oneName':
    'Esta fila tiene un solo nombre. Responda en “Preguntas sobre el archivo” si estas personas tienen un solo nombre.',
  'problem.removed':
    'Este resultado se marcó como error en su origen. Responda en “Preguntas sobre el archivo” qué se hace con esos resultados.',
  'problem.required': 'Falta este dato: {{value}}',
  'problem.result': 'Este resultado no se conoce aquí',
  'problem.skippedHour': 'Esta hora no existió en esa fecha, porque los relojes se adelantaron',
  'problem.state': 'Este estado no existe',
  'problem.time': 'Esto no es una fecha con hora',
  'problem.timeInFuture': 'La prueba no puede estar en el futuro',
  'problem.tooFewCells': 'La fila tiene menos celdas que encabezados',
  'problem.tooLong': 'Tiene más de {{value}} caracteres',
  'problem.tooManyAlike':
    'Más de {{value}} filas tienen esta persona, hora y dispositivo. Dé a cada prueba su propia hora o elimine las filas que repiten otras.',
  'problem.tooManyCells': 'La fila tiene más celdas que encabezados',
  'problem.undetermined':
    'Este resultado puede significar dos cosas. Responda en “Preguntas sobre el archivo” qué son esos resultados.',
  'problem.country': 'Este país no se conoce aquí',
  'problem.countryMissing': 'Indique en qué país está esta dirección: su código postal puede ser de varios',
  'problem.nhsNumber': 'Esto no es un número del NHS: puede que un dígito esté mal',
  'problem.phoneOfSeveral': 'Este número puede ser de varios países. Escríbalo con + y el código de su país.',
  'problem.phoneWords': 'Hay palabras junto al número. Sin ellas es {{value}}.',
  'problem.addressAbroad': 'Se omite: aquí no se guardan direcciones de este país',
  'problem.addressLeftOut': 'Se omite: una dirección necesita calle y código postal',
  'problem.emailsLeftOut': 'Se omite: {{value}}, porque aquí cada persona tiene un solo correo electrónico',
  'problem.leftOut': 'Se omite: esto no se guarda aquí',
  'problem.mergedInto':
    'Esto también identifica a {{name}}, con fecha de nacimiento {{date}}, desde que se unificaron dos pacientes',
  'problem.mergedIntoUndated': 'Esto también identifica a {{name}}, desde que se unificaron dos pacientes',
  'problem.otherThanBefore': 'Se omite: una fila anterior de la misma persona dice otra cosa, y vale esa',
  'problem.otherThanKept': 'Se omite: una fila anterior de la misma persona dice otra cosa, y se guarda esto: {{kept}}',
  'problem.notMobile': 'Este no es un número de celular. No se guarda como celular.',
  'problem.notLandline': 'Este es un número de celular. Se guarda como celular.',
  'problem.phoneLeftOut': 'Se omite: sus países no tienen este número de teléfono',
  'problem.placesLeftOut':
    'Se omite: {{value}}, porque una fila agrega a la persona a un solo grupo. Puede agregar otros grupos en la página de la persona.',
  'problem.zerosAdded': 'Se lee como {{value}}: las hojas de cálculo quitan los primeros ceros',
  'problem.yearStillUnclear': 'Dos dígitos no dicen qué año es: {{value}}. Escriba el año con cuatro dígitos.',
  'problem.yearUnclear':
    'Dos dígitos no dicen qué año es: {{value}}. Escriba el año con cuatro dígitos, o responda para todo el archivo.',
  'problem.differs': 'La prueba ya se importó y su registro dice otra cosa. Corríjala donde está registrada.',
  'problem.differsRemoved':
    'El archivo dice que esta prueba fue un error y su registro aquí todavía cuenta. Revísela y anúlela donde está registrada si lo fue.',
  'problem.emailNeeded':
    'Aquí las personas se identifican por su correo electrónico, y la fila no tiene. Agregue los correos al archivo. Un administrador también puede permitir que se identifiquen por nombre y apellido, en “Su institución”, “Pacientes y funciones”.',
  'problem.emailOfRow':
    'La fila {{value}}, {{name}}, con fecha de nacimiento {{date}}, también tiene este correo electrónico',
  'problem.localIdOfRow':
    'La fila {{value}}, {{name}}, con fecha de nacimiento {{date}}, también tiene este ID local. Si el ID o el nombre está mal, corríjalo; si ambas personas tienen este ID, indíquelo.',
  'problem.nhsNumberOfRow':
    'La fila {{value}}, {{name}}, con fecha de nacimiento {{date}}, también tiene este número del NHS, que es de una sola persona. Corrija el número o el nombre en una de las dos filas.',
  'problem.born': '{{name}}, con fecha de nacimiento {{date}},',
  'problem.emailOfKnown': '{{who}} tiene este correo electrónico en este grupo',
  'problem.localIdOfKnown':
    '{{who}} tiene este ID local. Si el ID o el nombre está mal, corríjalo; si ambas personas tienen este ID, indíquelo.',
  'problem.nhsNumberOfKnown':
    '{{who}} tiene este número del NHS, que es de una sola persona. Corrija el número o el nombre.',
  'problem.emailOfAnother': 'Otra persona de este grupo tiene este correo electrónico',
  'problem.notAllowed': 'Quien inició la importación ya no puede importar',
  'problem.groupOutOfReach': 'Ya no puede importar al grupo de este centro',
  'problem.groupSuspended': 'El grupo de este centro está suspendido',
  'problem.kitRetired': 'El kit se retiró antes de esta prueba',
  'problem.linesMissing': 'El kit tiene más líneas que resultados hay de esta prueba en el archivo',
  'problem.linesUnlike': 'Las líneas de esta prueba son de kits distintos',
  'problem.localIdOfAnother':
    'Otra persona con otro nombre o fecha de nacimiento tiene este ID local. Si el ID o el nombre está mal, corríjalo; si ambas tienen este ID, indíquelo.',
  'problem.mayBeTwo':
    'Pueden ser dos personas. Aquí se conoce a alguien con este nombre y fecha de nacimiento. Lo que difiere: {{differs}}.',
  'problem.mayBeTwoKnown':
    'Pueden ser dos personas. Aquí se conoce a alguien con este nombre y fecha de nacimiento: {{known}}. Lo que difiere: {{differs}}.',
  'problem.mayBeTwoInFile':
    'Pueden ser dos personas. La fila {{value}} tiene el mismo nombre y fecha de nacimiento. Lo que difiere: {{differs}}.',
  'problem.nhsNumberOfAnother':
    'Alguien con otro nombre u otra fecha de nacimiento tiene este número del NHS, que es de una sola persona. Corrija el número o el nombre.',
  'problem.noGroup': 'Elija a qué grupo pertenece esta fila',
  'problem.noKit': 'Elija con qué kit se hizo esta prueba',
  'problem.otherRowWaits':
    'La fila {{value}} es de la misma prueba y espera. Corríjala primero, porque la prueba se registra completa.',
  'problem.personUncertain':
    'Ya se conoce a alguien con este nombre y fecha de nacimiento, y nada indica si es la misma persona',
  'problem.removedInPart':
    'El archivo dice que una línea de esta prueba fue un error y las demás no. Corrija las filas para que todas digan lo mismo.',
  'problem.resultNotOffered': 'El kit no ofrece este resultado',
  'problem.whichPerson':
    'Varias personas tienen este nombre y fecha de nacimiento, y la fila no indica cuál de ellas es. Agregue lo que las distingue, como el segundo nombre o el ID local.',
  'field.condition': 'enfermedad',
  'field.dateOfBirth': 'fecha de nacimiento',
  'field.deviceModel': 'kit de prueba',
  'field.firstName': 'nombre',
  'field.guardianName': 'nombre del tutor',
  'field.lastName': 'apellido',
  'field.orderedAt': 'fecha de la prueba',
  'field.performedAt': 'fecha de la prueba',
  'field.postcode': 'código postal',
  'field.state': 'estado',
  'field.testCode': 'código LOINC',
  'said.specimen': 'Muestra: {{value}}',
  'said.symptoms': 'Síntomas: {{value}}',
  'said.onset': 'Síntomas desde {{value}}',
  'wrongRows.line': 'Línea',
  'wrongRows.problems': 'Qué está mal',
} as const
