export const subjectSearch = {
  label: 'Correo electrónico, nombre o ID local',
  list: 'Pacientes que coinciden',
  count_one: '{{count}} coincidencia',
  count_many: '{{count}} de coincidencias',
  count_other: '{{count}} coincidencias',
  more: 'Las primeras {{count}} coincidencias. Escriba más para acortar la lista.',
  none: 'Ningún paciente coincide. Para agregar uno nuevo, escriba el correo completo.',
  noneOfIds: 'Ningún paciente coincide. Para agregar uno nuevo, escriba {{first}} y {{second}}.',
  failed: 'Por el momento no se pueden mostrar coincidencias. Puede buscar al paciente por su correo completo.',
  failedOfIds:
    'Por el momento no se pueden mostrar coincidencias. Puede buscar al paciente por {{first}} y {{second}}.',
  choose: 'Elija abajo al paciente correcto o escriba el correo completo.',
  wholeEmail: 'Escriba el correo completo para encontrar al paciente o agregar uno nuevo.',
  sameName: 'Mismo nombre',
  born: 'Nacimiento: {{date}}',
  bornUnknown: 'Fecha de nacimiento desconocida',
  localId: 'ID local {{id}}',
  knownAt: 'Registro en {{groups}}',
  lastTest: 'Última prueba',
  lastTestAt: 'Última prueba: {{time}}',
  neverTested: 'Aún sin pruebas',
  alike: '¿Es uno de estos pacientes?',
  gone: 'Este paciente ya no está aquí. Vuelva a buscar.',
  'taken.email': 'Este correo es de {{name}}',
  'taken.emailUnnamed': 'Otra persona del mismo grupo tiene este correo',
  'taken.emailText':
    'Si es un menor u otra persona que comparte el correo, escriba otro: en un mismo grupo, dos personas no pueden tener el mismo.',
  'taken.emailExample':
    'Puede usar, por ejemplo, {{example}}: la mayoría de los servicios de correo lo entregan en el mismo buzón.',
  'taken.localId': '{{name}} tiene este ID local',
  'taken.localIdUnnamed': 'Otra persona del grupo tiene este ID local',
  'taken.localIdText':
    'Confirme a quién se le hace la prueba y revise el número. Si de verdad lo tienen las dos personas, consérvelo.',
  'taken.unsaved': 'Aún no se guardó nada. Lo que escribió sigue aquí.',
  'taken.choose': 'Hacer la prueba a {{name}}',
  'taken.keep': 'Conservar este ID local',
  'elsewhere.email': '{{name}} ({{group}}) tiene este correo',
  'elsewhere.text':
    'Si la prueba es para {{name}}, elija “Hacer la prueba aquí”: sus datos se agregan a {{here}}. Si es otra persona que comparte el correo, agregue un paciente nuevo.',
  'elsewhere.add': 'Agregar un paciente nuevo',
  'elsewhere.editText':
    'Si es la misma persona, conserve el correo y después unifique los dos registros. Si dos personas comparten el correo, solo consérvelo.',
  'elsewhere.keep': 'Conservar este correo',
  'conflict.title': 'Las fechas de nacimiento no coinciden',
  'conflict.text':
    'Usted escribió {{typed}}. La fecha de este paciente es {{known}}. Confirme quién es antes de continuar.',
  'conflict.confirm': 'Es el paciente correcto',
} as const
