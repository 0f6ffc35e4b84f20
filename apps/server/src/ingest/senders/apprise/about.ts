import type { Sender } from '../sender.js';
import { appriseNotification } from './format.js';

export const apprise: Sender = {
  id: 'apprise',
  name: 'Apprise',
  about: 'Tools with Apprise built in, by json://, xml:// or form://',
  format: appriseNotification,
  steps: [
    { says: 'Add this as a notification URL, with jsons:// in place of https:// (json:// for http).', snippet: '{address}\n' },
    {
      says: 'Or call it from a shell.',
      snippet: 'apprise -t "Disk of db-1 is full" -b "98 % in use" -n failure "$(echo {address} | sed s/^http/json/)"\n',
    },
    {
      says: 'A notification of the type success resolves what has the same title. For alerts with a key of their own use Apprise’s pagerduty:// or goalert:// instead.',
      snippet: null,
    },
  ],
  test: 'Run the command above with -n failure.',
  resolves: 'A notification of the type success with the same title resolves.',
  traps: [
    'Without a title the first line of the body is the key.',
    'Apprise’s pagerduty:// and opsgenie:// have their addresses built in.',
  ],
  snippet: null,
  example: () => ({ version: '1.0', title: 'Trying Tocsin out', message: 'Trying Tocsin out', type: 'failure' }),
};
