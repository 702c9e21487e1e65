export const printing = {
  window: 'Lectura entre',
  minutes: '{{from}} y {{until}} minutos',
  readers: 'Leída por',
  twoReaders: 'Dos personas, que vieron lo mismo',
  lab: 'Laboratorio',
  orderedBy: 'Solicitado por',
  corrected: 'Corregida el {{date}}',
  correctedBecause: 'Corregida el {{date}}: {{reason}}',
  voided: 'Anulada el {{date}}',
  voidedBecause: 'Anulada el {{date}}: {{reason}}',
  'several.none': 'Elija las pruebas que desea imprimir, en esta página y en otras. Cada una ocupa su propia hoja.',
  'several.chosen_one': '{{count}} prueba elegida',
  'several.chosen_many': '{{count}} de pruebas elegidas',
  'several.chosen_other': '{{count}} pruebas elegidas',
  'several.most': 'Se pueden imprimir {{count}} a la vez como máximo.',
  'several.print': 'Imprimir las elegidas',
  'several.end': 'Cancelar',
  'several.failed_one':
    'No se pudo cargar {{count}} de las pruebas elegidas y no se imprimió nada. Revise la conexión e inténtelo de nuevo.',
  'several.failed_many':
    'No se pudieron cargar {{count}} de las pruebas elegidas y no se imprimió nada. Revise la conexión e inténtelo de nuevo.',
  'several.failed_other':
    'No se pudieron cargar {{count}} de las pruebas elegidas y no se imprimió nada. Revise la conexión e inténtelo de nuevo.',
}
