import type { Sender } from '../sender.js';
import { alertaAlert } from './format.js';

export const alerta: Sender = {
  id: 'alerta',
  name: 'Alerta',
  about: 'Senders of Alerta, such as its command-line client',
  format: alertaAlert,
  steps: [
    {
      says: 'Set endpoint and key of the client, for example in ~/.alerta.conf.',
      snippet: '[DEFAULT]\nendpoint = {url}/api\nkey = {key}\n',
    },
    { says: 'Senders that take a whole address use this one.', snippet: '{address}\n' },
    { says: 'Environment, resource and event are the key. The severities normal, ok and cleared resolve.', snippet: null },
  ],
  test: 'Run “alerta send -r try-tocsin -e DiskFull -E Production -S Database -s critical”.',
  resolves: 'The severities normal, ok and cleared resolve; the status closed does, too.',
  traps: ['The severity of an alert that gives none is normal, as in Alerta: it opens nothing.'],
  snippet: null,
  example: () => ({
    resource: 'try-tocsin',
    event: 'DiskFull',
    environment: 'Production',
    severity: 'critical',
    service: ['Database'],
    text: 'Trying Tocsin out',
  }),
};
