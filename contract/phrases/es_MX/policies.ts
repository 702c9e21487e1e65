import type { PolicyTexts } from '../policy.ts'

export const policies: PolicyTexts = {
  'cookie-policy': `
Esta política explica qué guarda {{product}} en su navegador y para qué. {{product}} usa solo lo necesario para funcionar. No usa cookies con fines publicitarios ni lo sigue en otros sitios web.

## Cookies que utilizamos
- **Cookie de sesión.** Mantiene su sesión abierta. Contiene un valor aleatorio y ningún dato personal. Termina cuando usted cierra la sesión, después de algunos minutos de inactividad o al cabo de {{sessionTime}}.
- **XSRF-TOKEN.** Evita que otros sitios web envíen solicitudes en su nombre. Termina con la sesión.
- **Navegador conocido.** Un valor aleatorio con el que reconocemos un navegador en el que usted inició sesión o se registró, para que las contraseñas equivocadas de otra persona no le impidan entrar. Termina cuando crea una nueva contraseña o al cabo de un año.

## Almacenamiento en su navegador
- **Preferencias del sitio.** El nombre, los colores y la configuración de {{tenant}}, para que las páginas aparezcan más rápido. Se renuevan cada hora.
- **Sus elecciones.** El idioma que eligió, cuántas filas quiere ver por página y si la navegación está contraída.
- **Una prueba sin terminar.** Lo que ingresó se conserva en el servidor solo para usted, {{draftTime}} como máximo. Lo que aún no se pudo enviar queda en esta pestaña del navegador. Ambos se eliminan al guardar o descartar la prueba.

## Por qué no hay un aviso de consentimiento
Todo esto es estrictamente necesario para un servicio que usted solicitó. La ley no exige su consentimiento para ello, así que no lo interrumpimos.

## Cómo eliminarlo
Puede eliminar las cookies y los datos guardados en cualquier momento desde la configuración de su navegador. Se cerrará su sesión y no se perderá nada de lo guardado en el servidor.

## Preguntas
Consulte al administrador de {{tenant}}.
`,
  'web-privacy-policy': `
Este aviso explica qué datos personales trata {{product}} en la web, para qué y qué derechos tiene usted. {{tenant}} decide para qué y cómo se usan sus datos y es responsable de ellos. El operador de {{product}} los trata únicamente según las instrucciones de {{tenant}}.

## De quién son los datos
- **Personas a las que se les hace una prueba:** correo electrónico, fecha de nacimiento y, si se proporcionan, nombre e ID local; resultados con fecha, hora, lugar, dispositivo y foto del dispositivo.
- **Personas que usan {{product}}:** nombre, correo electrónico, tipo de usuario, organización y grupos, idioma y momentos en que iniciaron sesión.

## Para qué se usan los datos
- para registrar, revisar y exportar resultados de pruebas de flujo lateral;
- para encontrar resultados anteriores de la misma persona;
- para mantener seguro el servicio: una bitácora indica quién vio, cambió o exportó cada dato;
- para enviar los mensajes que el servicio necesita, como el enlace para verificar un correo electrónico.

No vendemos datos personales, no los usamos con fines publicitarios ni tomamos decisiones automáticas sobre nadie.

## Fundamento legal
{{tenant}} trata datos de salud para la atención médica, para la salud pública o con consentimiento, según lo permita la ley de su país. Su administrador puede indicarle qué fundamento se aplica.

## Quién recibe los datos
Las personas de {{tenant}} ven solo lo que su tipo de usuario y sus grupos les permiten. Los proveedores de alojamiento, correo electrónico y mensajes de texto tratan datos por encargo y bajo contrato. Las autoridades públicas reciben datos solo cuando la ley lo exige.

## Ubicación y fotos
El lugar de una prueba se guarda solo si se escribe o si usted elige usar la ubicación de su dispositivo. Las fotos de los dispositivos se guardan sin los datos ocultos que agregan las cámaras.

## Cuánto tiempo se conservan los datos
Los registros de pruebas se conservan el tiempo que exijan la ley o {{tenant}}. Cuando usted elimina su cuenta, sus datos personales se borran. Los resultados pueden permanecer como registros anónimos que nadie puede relacionar con usted.

## Sus derechos
Usted puede solicitar el acceso a sus datos, su rectificación o cancelación, una copia, u oponerse a su uso. Si dio su consentimiento, puede retirarlo. Comuníquese con el administrador de {{tenant}}. También puede presentar una queja ante la autoridad de protección de datos de su país.

## Seguridad
Las conexiones están cifradas, las contraseñas se guardan solo como resúmenes criptográficos, los datos de cada institución se mantienen separados y los accesos se registran.
`,
  'app-privacy-policy': `
Este aviso se refiere a la aplicación móvil de {{product}}. Lo que dice el [aviso de privacidad del sitio web](/web-privacy-policy) sobre sus datos, sus usos y sus derechos también es válido para la aplicación. Esta página explica lo que es propio de ella.

## Qué puede solicitar la aplicación
- **Cámara:** para tomar una foto del dispositivo de prueba. Las fotos se envían solo con el registro que usted guarda.
- **Ubicación:** para indicar dónde se hizo una prueba. Solo cuando usted lo pide y nunca en segundo plano.
- **Notificaciones:** para avisarle cuando una prueba está lista para leerse.

Puede rechazar cada una de estas opciones. El registro de pruebas funciona sin ellas.

## Qué permanece en su teléfono
La aplicación mantiene su sesión abierta y puede conservar un registro que no se pudo enviar hasta que haya conexión. Ambos están cifrados y se eliminan cuando usted cierra la sesión o desinstala la aplicación.

## Qué no hace la aplicación
No lee sus contactos, no sigue lo que hace en otras aplicaciones y no contiene publicidad.

## Informes de fallas
Cuando la aplicación falla, puede enviarse un informe con el tipo de dispositivo, la versión y el ID de su cuenta, para encontrar el problema. No contiene resultados.

## Preguntas
Consulte al administrador de {{tenant}}.
`,
  eula: `
Este contrato se celebra entre usted y {{tenant}} y regula el uso de {{product}}. Al aceptarlo, usted confirma que lo leyó y que está de acuerdo.

## 1. Qué puede hacer
Usted puede usar {{product}} para registrar, revisar y exportar resultados de pruebas según lo permita su tipo de usuario. El derecho de uso es personal, no se puede transferir y termina junto con su cuenta.

## 2. Su cuenta
- Use solo su propia cuenta y no comparta su contraseña.
- Cierre la sesión en los dispositivos que usan otras personas.
- Avise de inmediato a su administrador si cree que alguien más usó su cuenta.

## 3. Qué registra
- Registre los resultados tal como los lee en el dispositivo, dentro del tiempo que indican sus instrucciones.
- Verifique que sea el paciente correcto antes de guardar. Un registro guardado no se elimina: se corrige o se anula, y la versión anterior sigue visible.
- Registre datos personales de otras personas solo cuando esté autorizado.

## 4. No es un diagnóstico
{{product}} registra lo que muestra un dispositivo. No interpreta resultados, no hace diagnósticos y no sustituye el consejo de un profesional de la salud. No retrase un tratamiento por algo que haya leído en {{product}}. En una emergencia, llame a los servicios de emergencia.

## 5. Confidencialidad
Los resultados son datos de salud. Consulte solo lo que necesita para su trabajo y no lo comparta sin autorización. Se registra quién ve, cambia o exporta los registros.

## 6. Qué no está permitido
- intentar acceder a datos de otras personas o instituciones;
- perturbar o sobrecargar el servicio, o probar su seguridad sin autorización;
- copiar, modificar o desensamblar el software, salvo que la ley lo permita.

## 7. Disponibilidad
El servicio se opera con cuidado y puede interrumpirse por mantenimiento o por fallas. Tenga otra forma de registrar resultados cuando no esté disponible.

## 8. Responsabilidad
Nada de este contrato limita la responsabilidad cuando la ley no lo permite, por ejemplo en caso de dolo o de daños a la vida o a la salud. En lo demás, {{tenant}} responde solo por los daños previsibles causados por su culpa.

## 9. Cambios y terminación
Si este contrato cambia en lo esencial, se le pedirá que lo acepte de nuevo. Usted puede terminarlo en cualquier momento al eliminar su cuenta. {{tenant}} puede suspender su cuenta si usted lo incumple.

## 10. Ley aplicable
Se aplica la ley del país en el que {{tenant}} tiene su domicilio. Sus derechos como consumidor se mantienen.
`,
}
