import type { Sender } from '../sender.js';
import { netdataAlarm } from './format.js';

export const netdata: Sender = {
  id: 'netdata',
  name: 'Netdata',
  about: 'Alerts of Netdata Cloud, or of an agent',
  format: netdataAlarm,
  steps: [
    {
      says: 'In Netdata Cloud, open Space settings > Alerts & Notifications > Add configuration > Webhook, and paste this into Webhook URL.',
      snippet: '{address}\n',
    },
    {
      says: 'For an agent without Netdata Cloud, add this to health_alarm_notify.conf.',
      snippet:
        'SEND_CUSTOM="YES"\nDEFAULT_RECIPIENT_CUSTOM="tocsin"\ncustom_sender() {\n  curl -fsS -m 10 \'{address}\' \\\n    --data-urlencode host="${host}" --data-urlencode alarm_id="${alarm_id}" --data-urlencode name="${name}" \\\n    --data-urlencode chart="${chart}" --data-urlencode status="${status}" --data-urlencode info="${info}" \\\n    --data-urlencode value_string="${value_string}" --data-urlencode url="${goto_url}"\n}\n',
    },
    {
      says: 'For PagerDuty or Opsgenie, which Netdata also sends to, change the address in alarm-notify.sh, and use an integration of that kind.',
      snippet: null,
    },
  ],
  test: 'Run “/usr/libexec/netdata/plugins.d/alarm-notify.sh test”: it opens a test alert, which pages nobody.',
  resolves: 'CLEAR resolves what the same alarm of the same host opened.',
  traps: [
    'The address of PagerDuty is built into alarm-notify.sh: edit it there. For Opsgenie set OPSGENIE_API_URL.',
    'Netdata Cloud names no node in its alerts: the same alert of two nodes is one here.',
  ],
  snippet: null,
  example: () => ({
    host: 'try-tocsin',
    alarm_id: '1',
    name: 'disk_space_usage',
    chart: 'disk_space._',
    status: 'CRITICAL',
    info: 'space utilization',
  }),
};
