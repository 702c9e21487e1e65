export const changing = {
  'correct.intro':
    'Corrija lo que está mal. Lo que el registro dice ahora se conserva: su historial muestra ambas versiones, con su nombre y su motivo.',
  'correct.submit': 'Guardar corrección',
  'correct.updated': 'Registro de prueba actualizado',
  'correct.failed': 'No se pudo guardar la corrección. Lo que escribió sigue aquí: inténtelo de nuevo en un minuto.',
  'correct.nothing': 'Aún no ha cambiado nada. Corrija lo que está mal y después guarde.',
  'correct.kept':
    'El lugar y el dispositivo no cambian. Si alguno está mal, anule este registro y registre la prueba de nuevo.',
  why: '¿Por qué lo corrige?',
  reason: 'Motivo',
  choose: 'Elija un motivo',
  changeNote: 'Nota sobre el cambio',
  photo: 'Foto del dispositivo',
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
    'Una prueba anulada ya no se cuenta en ninguna parte. Queda en la lista detrás de un filtro, tachada, con su motivo. No hay vuelta atrás.',
  'void.submit': 'Anular prueba',
  'void.voided': 'Registro de prueba anulado',
  'void.failed': 'No se pudo anular la prueba. Inténtelo de nuevo en un minuto.',
  'history.title': 'Historial',
  'history.corrected': 'Corregida',
  'history.voided': 'Anulada',
  'history.by': '{{reason}}, por {{name}}',
  'history.none': 'No se cambió nada desde que se registró.',
  'history.performed': 'Realizada',
  'history.nothing': 'nada',
  'history.photo': 'una foto',
}
