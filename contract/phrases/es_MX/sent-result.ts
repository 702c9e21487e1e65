export const sentResult = {
  title: 'Abra el resultado',
  intro:
    'Es un resultado que {{tenant}} envió. Se abre con la fecha de nacimiento de la persona que se hizo la prueba.',
  submit: 'Abrir resultado',
  refusedTitle: 'El resultado no se abrió',
  refusedText:
    'Revise la fecha de nacimiento. Si es correcta, el enlace puede haber vencido, haber sido reemplazado por uno más reciente o estar bloqueado después de {{deliveryTries}} fechas equivocadas. Pida a {{tenant}} que envíe el resultado otra vez.',
  failed:
    'No pudimos abrir el resultado por un problema de nuestra parte. Lo que escribió sigue aquí: inténtelo de nuevo en un momento.',
  missingTitle: 'Abra el enlace de su mensaje',
  missingText:
    'Un resultado se abre con el enlace que se envió. Regrese al correo o al mensaje de texto y abra el enlace otra vez.',
  positive: 'La prueba fue positiva',
  negative: 'La prueba fue negativa',
  inconclusive: 'La prueba no dio un resultado claro',
  invalid: 'La prueba no funcionó',
  of: 'De {{tenant}}',
  corrected: 'Este resultado se corrigió el {{date}}. Lo que cuenta es lo que ve aquí.',
  voidedTitle: 'Este resultado no cuenta',
  voidedText: 'Se retiró el {{date}}. No confíe en lo que decía. Pregunte a {{tenant}} si la prueba debe repetirse.',
  lines: 'Cada resultado',
  details: 'Sobre la prueba',
  outcome: 'Lo que dicen todas las pruebas juntas: {{outcome}}',
  followUpOn: 'Esta fue una de varias pruebas. Repita la prueba el {{day}}.',
  next: 'Qué hacer ahora',
  nextText:
    'Si tiene preguntas, comuníquese con {{tenant}} e indique el ID de prueba. También pueden decirle si debe repetir la prueba.',
  call: 'Llame a {{place}}:',
  print: 'Imprimir',
  close: 'Cerrar el resultado',
}
