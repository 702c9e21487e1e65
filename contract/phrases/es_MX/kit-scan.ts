export const kitScan = {
  title: 'Escanear el kit',
  video: 'Imagen de la cámara',
  'camera.starting': 'Iniciando la cámara',
  'camera.on': 'Ponga el código de la caja o del sobre frente a la cámara.',
  'camera.insecure': 'La cámara solo funciona si esta página se abre con https. Escriba el código o use un escáner.',
  'camera.refused':
    'Su navegador no permite que esta página use la cámara. Permítalo en la configuración del sitio o escriba el código.',
  'camera.missing': 'No se encontró ninguna cámara. Escriba el código o use un escáner.',
  'camera.failed':
    'No se pudo usar la cámara: quizá otro programa la está usando. Escriba el código, o cierre el otro programa e inténtelo de nuevo.',
  code: 'Código',
  codeHelp: 'Con sus números entre paréntesis, como está impreso debajo de las barras',
  use: 'Usar este código',
  'filled.kitLotExpiry': 'Se completó con el código: {{kit}}, lote {{lot}}, caduca el {{expiry}}.',
  'filled.kitLot': 'Se completó con el código: {{kit}}, lote {{lot}}. No indica cuándo caduca el lote.',
  'filled.kitExpiry': 'Se completó con el código: {{kit}}, caduca el {{expiry}}. No indica el lote.',
  'filled.kit': 'Este es {{kit}}. El código no indica nada más: escriba el lote y su fecha de caducidad.',
  'filled.kitAlone': 'Este es {{kit}}. El código no indica nada más.',
  'filled.lotExpiry': 'Se completó con el código: lote {{lot}}, caduca el {{expiry}}. No indica qué kit es.',
  'filled.lot': 'Se completó con el código: lote {{lot}}. No indica qué kit es ni cuándo caduca el lote.',
  'filled.expiry': 'Se completó con el código: caduca el {{expiry}}. No indica qué kit es ni el lote.',
  'also.guessed':
    'El código no dice dónde termina el lote. Compare el lote y la fecha de caducidad con los de la caja.',
  'also.lotKept': 'El lote {{lot}} sigue anotado: compárelo con el de la caja.',
  'also.lotRemoved': 'Se quitó el lote {{lot}}, porque era de otra caja.',
  'also.result': 'Elija el resultado de nuevo: el anterior era de otro kit.',
  'refused.unreadable':
    'No se pudo leer este código: falta una parte o algo está mal. No se cambió nada. Escanéelo de nuevo o escriba el lote.',
  'refused.hibc':
    'Este es un código HIBC, que aquí no se puede leer. No se cambió nada. Escriba el lote y su fecha de caducidad, como están en la caja.',
  'refused.notOffered': 'Este es el código de {{kit}}, que no se usa en {{organisation}}. No se cambió nada.',
  'refused.otherProduct':
    'Este es el código de otro producto (GTIN {{gtin}}), no de un kit que se use aquí. No se cambió nada.',
  'refused.noCode': 'Este no es el código de un kit. No se cambió nada.',
  'maybe.otherProduct':
    'Esto parece el código de otro producto y no un lote. Compruebe que sea el lote antes de continuar.',
  'maybe.more':
    'Aquí puede haber algo más que el lote, como una fecha de caducidad. Compárelo con la caja y borre lo que no sea el lote.',
  'refused.noPlace': 'Primero elija el lugar y después escanee el kit de nuevo. No se cambió nada.',
  'refused.noField': 'El kit de esta prueba no se puede cambiar, así que no se usó el código.',
  'refused.noLot': 'El código no contiene el lote ni la fecha de caducidad. No se cambió nada.',
  'corrected.lotExpiry': 'Se completó con el código: lote {{lot}}, caduca el {{expiry}}.',
  'corrected.lot': 'Se completó con el código: lote {{lot}}. No indica cuándo caduca el lote.',
  'corrected.expiry': 'Se completó con el código: caduca el {{expiry}}. No indica el lote.',
  keptForNext: 'El kit que escaneó aparecerá cuando registre la siguiente prueba.',
} as const
