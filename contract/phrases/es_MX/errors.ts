export const errors = {
  'bad-request': 'La solicitud que envió el navegador tenía un formato incorrecto y el servidor no pudo entenderla.',
  unauthenticated: 'Inicie sesión para continuar.',
  forbidden:
    'Parece que no tiene los permisos necesarios para acceder a la página o al recurso que solicitó en este servidor.',
  internal:
    'Se produjo un error del servidor o de la red y no se pudo completar su solicitud. Vuelva a cargar esta página ahora o inténtelo más tarde.',
  unavailable: 'El servicio no está disponible en este momento. No se perdió nada: inténtelo de nuevo en un minuto.',
  'entry-ended': 'Su acceso a estos registros terminó.',
  'no-permission-for-web':
    'Su tipo de cuenta no tiene permiso para acceder al servicio por la web. Si cree que esto es un error, comuníquese con su administrador.',
  'clinician-testing-disabled':
    'El registro de pruebas está desactivado para el personal clínico. Comuníquese con su administrador.',
  'test-creation-disabled': 'El registro de pruebas por la web está desactivado. Use la aplicación móvil.',
  'code-invalid':
    'Este código de invitación no funciona: puede estar mal escrito, haberse usado ya, haberlo reemplazado uno más reciente o haber vencido. Revíselo o pida una nueva invitación a su clínica.',
  'not-found':
    'No se encontró la página o el recurso que solicitó. Es posible que se haya movido o que ya no exista en el sistema.',
  'email-not-found':
    'No se encontró el correo electrónico. Edite la dirección que ingresó o cree un nuevo paciente para asociarlo a este registro de prueba.',
  'custom-id-not-found':
    'No se encontró el ID personalizado. Edite los ID que ingresó o cree un nuevo paciente para asociarlo a este registro de prueba.',
  'name-not-found':
    'No se encontró a nadie con este nombre y fecha de nacimiento. Corrija lo que ingresó o cree un paciente nuevo para asociarlo con este registro de prueba.',
  'entered-elsewhere':
    'En otra pestaña, usted entró a los registros de una institución o salió de ellos. Aquí no se cambió nada: la página se volvió a cargar.',
  'record-voided':
    'Este registro de prueba se anuló y ya no se puede cambiar. Si la prueba sí cuenta, regístrela de nuevo.',
  'readings-settled': 'Alguien ya resolvió estas lecturas. Vuelva a cargar la página para ver cómo.',
}
