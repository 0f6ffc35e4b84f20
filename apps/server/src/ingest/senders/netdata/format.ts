import { webhookFormat } from '../../webhook-format.js';
import { readAlarm } from './alarm.js';

/** Netdata Cloud’s webhook, and `custom_sender` of an agent with the same names. Sender: learn.netdata.cloud, webhook. */
export const netdataAlarm = webhookFormat({
  kind: 'netdata',
  says: 'Netdata Cloud’s webhook, or an agent’s custom sender',
  body: 'fields',
  read: readAlarm,
});
