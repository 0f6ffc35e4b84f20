import type { Sender } from '../sender.js';
import { monitReport } from './format.js';

export const monit: Sender = {
  id: 'monit',
  name: 'Monit',
  about: 'Events of Monit, by its reports to M/Monit',
  format: monitReport,
  steps: [
    {
      says: 'Add this to monitrc. The user name can be anything; the password is the key of this integration. For http write http:// and the port.',
      snippet: 'set mmonit {address}\n',
    },
    {
      says: 'If you prefer the key out of the path, use the address of M/Monit.',
      snippet: 'set mmonit https://tocsin:{key}@HOST-OF-TOCSIN/collector\n',
    },
    { says: 'Reload Monit.', snippet: 'monit reload\n' },
  ],
  test: 'Stop a service that Monit checks, for example “systemctl stop nginx”.',
  resolves: 'The same check of the same service that succeeds again resolves.',
  traps: ['Monit keeps events that it could not send only with set eventqueue.', 'Events of the type changed never end by themselves.'],
  snippet: null,
  example: () => ({
    monit: {
      server: { localhostname: 'try-tocsin' },
      event: { service: 'disk', id: '2', state: '1', action: '1', message: 'space usage 98% matches resource limit' },
    },
  }),
};
