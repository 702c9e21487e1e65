export const reasons = {
  'blank-recorded-in-error': 'Registro en blanco por error',
  'created-in-error': 'Creada por error',
  'data-entered-incorrectly': 'Datos ingresados incorrectamente',
  'no-longer-required': 'Ya no se necesita',
  other: 'Otro motivo',
}
