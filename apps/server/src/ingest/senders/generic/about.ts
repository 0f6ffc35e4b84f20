import type { Sender } from '../sender.js';
import { genericSignal } from './format.js';

const example = { summary: 'Trying Tocsin out', key: 'try-tocsin', severity: 'critical', source: 'curl' };

/** Any tool that lets people write the body themselves. */
export const webhook: Sender = {
  id: 'webhook',
  name: 'Custom webhook',
  about: 'Anything that can send custom JSON',
  format: genericSignal,
  steps: [
    { says: 'Send a POST request to this URL.', snippet: '{address}\n' },
    {
      says: 'To open an alert group, send this body. Alerts with the same key belong together.',
      snippet: '{\n  "summary": "The disk of db-1 is full",\n  "key": "db-1/disk",\n  "severity": "critical",\n  "source": "db-1"\n}\n',
    },
    { says: 'To resolve it, send the same key.', snippet: '{ "action": "resolve", "key": "db-1/disk" }\n' },
  ],
  snippet: null,
  example: () => example,
};

export const script: Sender = {
  id: 'script',
  name: 'Shell script or cron job',
  about: 'A curl command that runs when a job fails',
  format: genericSignal,
  steps: [
    {
      says: 'Call this when the job fails.',
      snippet:
        'backup.sh || curl -fsS {address} \\\n  -d summary="Backup of $(hostname) failed" -d key="$(hostname)/backup" -d source="$(hostname)"\n',
    },
    {
      says: 'Resolve it when the job succeeds again.',
      snippet: 'curl -fsS {address} -d action=resolve -d key="$(hostname)/backup"\n',
    },
  ],
  snippet: null,
  example: () => example,
};
