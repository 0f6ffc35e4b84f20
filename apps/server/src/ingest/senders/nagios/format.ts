import { refuseMissing } from '../../format.js';
import { webhookFormat } from '../../webhook-format.js';
import { readMacros } from './macros.js';

/** Notifications of Nagios, Icinga and Checkmk: their macros, as a form or as JSON, with any prefix. */
export const nagiosNotification = webhookFormat({
  kind: 'nagios',
  says: 'A notification of Nagios, Icinga or Checkmk by its macros, as a form or as JSON',
  body: 'fields',
  read: (fields) => readMacros(fields) ?? refuseMissing('HOSTNAME', 'A notification needs `HOSTNAME`, and for a service `SERVICEDESC`.'),
});
