export const changing = {
  'correct.intro':
    'Lo que el registro dice ahora se conserva: su historial mostrará ambas versiones, con su nombre y su motivo.',
  'correct.now': 'Dice ahora',
  'correct.then': 'Dirá',
  'correct.more': 'Hay otra cosa mal',
  'correct.submit': 'Guardar corrección',
  'correct.updated': 'Registro de prueba actualizado',
  'correct.enterAgain': 'Aún no se guardó: ese Enter pudo ser de un escáner. Presiónelo de nuevo para guardar.',
  'correct.failed': 'No se pudo guardar la corrección. Lo que escribió sigue aquí: inténtelo de nuevo en un minuto.',
  'correct.nothing': 'Aún no ha cambiado nada. Corrija lo que está mal y después guarde.',
  'correct.kept':
    'El lugar y el dispositivo no cambian. Si alguno está mal, anule este registro y registre la prueba de nuevo.',
  why: '¿Por qué lo corrige?',
  choose: 'Elija un motivo',
  changeNote: 'Nota sobre el cambio',
  'subject.other': 'Fue otra persona',
  'subject.search': 'Correo, nombre o ID local de la persona correcta',
  'subject.searchIds': 'ID correctos',
  'subject.keep': 'Dejarla con {{name}}',
  'subject.moved':
    'Esta prueba dejará de ser de {{from}} y pasará a {{to}}. El historial de ambos lo dice. Verifique el nombre y la fecha de nacimiento.',
  'subject.elsewhere':
    'Este grupo no conoce a {{name}}, por lo que una prueba hecha aquí no puede ser suya. Registre primero una prueba suya aquí o anule este registro.',
  'subject.none': 'Nadie de sus grupos empieza así.',
  'subject.failed': 'La búsqueda no funcionó. Inténtelo de nuevo en un minuto.',
  'subject.unseen': 'Alguien a quien usted no ve',
  'void.intro':
    'Una prueba anulada ya no se cuenta en ninguna parte. Queda en la lista detrás de un filtro, tachada, con su motivo. Si solo está mal algún dato, mejor corrija el registro.',
  'void.noWayBack': 'No hay vuelta atrás: un registro anulado ya no se puede restaurar ni corregir.',
  'void.keep': 'Cancelar',
  'void.submit': 'Anular registro',
  'void.voided': 'Registro de prueba anulado',
  'void.failed': 'No se pudo anular la prueba. Inténtelo de nuevo en un minuto.',
  'history.title': 'Historial',
  'history.by': '{{reason}}, por {{name}}',
  'history.none': 'No se cambió nada desde que se registró.',
  'history.photo': 'una foto',
}
