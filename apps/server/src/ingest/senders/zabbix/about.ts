import type { Sender } from '../sender.js';
import { zabbixEvent } from './format.js';

export const zabbix: Sender = {
  id: 'zabbix',
  name: 'Zabbix',
  about: 'Problems of Zabbix, by a webhook media type',
  format: zabbixEvent,
  steps: [
    {
      says: 'In Zabbix, open Alerts > Media types > Create media type, choose the type Webhook, and replace its parameters by these.',
      snippet:
        'url                  {address}\nevent_id             {EVENT.ID}\nevent_value          {EVENT.VALUE}\nevent_update_status  {EVENT.UPDATE.STATUS}\nevent_update_action  {EVENT.UPDATE.ACTION}\nevent_name           {EVENT.NAME}\nevent_nseverity      {EVENT.NSEVERITY}\nevent_severity       {EVENT.SEVERITY}\nhost_name            {HOST.NAME}\nhost_ip              {HOST.IP}\nevent_tags           {EVENT.TAGS}\nmessage              {ALERT.MESSAGE}\n',
    },
    {
      says: 'Paste this into Script.',
      snippet:
        "var p = JSON.parse(value);\nvar request = new HttpRequest();\nrequest.addHeader('Content-Type: application/json');\nvar answer = request.post(p.url, JSON.stringify(p));\nif (request.getStatus() !== 202) throw 'Tocsin answered ' + request.getStatus() + ': ' + answer;\nreturn 'OK';\n",
    },
    { says: 'Under Message templates add Problem, Problem recovery and Problem update.', snippet: null },
    {
      says: 'Open Users > Users, choose the user that your trigger action notifies, and add this media type under Media; Send to can be anything. The action needs recovery and update operations, too.',
      snippet: null,
    },
    {
      says: 'The media types for PagerDuty, Opsgenie and VictorOps that come with Zabbix work as well, with an integration of that kind.',
      snippet: null,
    },
  ],
  test: 'The button Test of the media type opens a test alert, which pages nobody.',
  resolves: 'A recovery of the same event resolves; an update with an acknowledgement acknowledges.',
  traps: [
    'Without recovery operations in the trigger action nothing is ever resolved.',
    'The media type for Opsgenie refuses http: the macro for TLS verification must be none there.',
  ],
  snippet: null,
  example: () => ({
    event_id: '4711',
    event_value: '1',
    event_update_status: '0',
    event_name: 'Trying Tocsin out',
    event_nseverity: '5',
    event_severity: 'Disaster',
    host_name: 'try-tocsin',
  }),
};
