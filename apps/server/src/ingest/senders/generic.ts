import type { Sender } from './sender.js';

const example = { summary: 'Trying Tocsin out', severity: 'critical', source: 'curl' };

/** Everything that lets one write the body. */
export const webhook: Sender = {
  id: 'webhook',
  name: 'Custom webhook',
  about: 'Anything that can send JSON that you write yourself',
  kind: 'generic',
  steps: [
    { says: 'Send a POST request to this URL.', snippet: '{address}\n' },
    {
      says: 'To open an alert group, send this body. Signals with the same key belong together.',
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
  about: 'A line of curl that runs when something fails',
  kind: 'generic',
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
