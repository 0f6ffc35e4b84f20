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
  test: 'Send the body above by any HTTP client.',
  resolves: 'action resolve with the same key resolves; acknowledge acknowledges.',
  traps: [
    'Without a key, summary, source and labels are the key: a summary with a changing number in it is a new alert each time.',
    'A sender with a body of its own needs a mapping: see Mappings on the page of the integration.',
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
  test: 'Run “false || curl …” with the command above.',
  resolves: 'The second command resolves what has the same key.',
  traps: ['A job that does not run at all sends nothing: use a Healthchecks ping for that.'],
  snippet: null,
  example: () => example,
};
