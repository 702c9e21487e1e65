export const verifying = {
  title: 'Verifique un resultado impreso',
  intro: 'Compruebe el resultado impreso de una prueba con nuestros registros. Ingrese lo que dice la hoja.',
  testIdHelp: 'Arriba a la derecha de la hoja.',
  code: 'Código de verificación',
  codeHelp: '{{length}} letras y dígitos. No importan las mayúsculas, los espacios ni los guiones.',
  count: '{{typed}} de {{length}} caracteres',
  submit: 'Verificar resultado',
  refusedTitle: 'Esto no coincide con nuestros registros',
  refusedPerson:
    'Compare el ID de prueba, la fecha de nacimiento y el código con la hoja e inténtelo de nuevo. Si son iguales, pida una hoja nueva a quien se la dio.',
  refusedOther:
    'Compare el ID de prueba y el código con la hoja e inténtelo de nuevo. Si son iguales, pida una hoja nueva a quien se la dio.',
  failed:
    'No pudimos verificar el resultado por un problema de nuestra parte. Lo que escribió sigue aquí: inténtelo de nuevo en un momento.',
  recordedTitle: 'Esta hoja corresponde a un registro nuestro',
  recordedText: 'Compare la hoja con lo que está registrado, abajo. Si la hoja dice otra cosa, fue alterada.',
  correctedTitle: 'Este registro se corrigió',
  correctedText:
    'Se corrigió el {{date}}. Una hoja impresa antes puede decir otra cosa. Lo que cuenta es lo que está registrado ahora, abajo.',
  voidedTitle: 'Este registro se anuló',
  voidedText: 'Se anuló el {{date}}. El resultado ya no cuenta, diga lo que diga la hoja.',
  outcome: 'Desenlace de todas las pruebas',
  voidedResult: 'Resultado anulado',
  another: 'Verificar otro resultado',
}
