import { Copy } from '../../../ui/copy.js';
import type { Connection, ConnectionWords } from './connection-words.js';
import { paceFields } from './pace-fields.js';
import { CountriesHint, phoneFields } from './phone-fields.js';

/** Where codes go, what comes back, and what doesn’t without a public address. */
const Below = ({ connection: { inbound, fields } }: { connection: Connection }) => (
  <div className="space-y-2 pt-4">
    <CountriesHint fields={fields} />
    {inbound ? (
      <>
        <Copy label="Webhook for incoming messages" text={inbound} />
        <p className="text-xs text-muted">
          Set it at the phone number or messaging service (“A message comes in”, HTTP POST), so that people can answer a page by replying.
          Delivery reports need no set-up.
        </p>
      </>
    ) : (
      <p className="text-muted">
        The public address doesn’t begin with https://, so the provider can’t call Tocsin: delivery reports don’t arrive, and calls can’t be
        answered by a key. Replies by SMS work: Tocsin asks for them every 10 s while a page runs.
      </p>
    )}
  </div>
);

export const twilio: ConnectionWords = {
  notSetUp:
    'Not set up yet: no one gets SMS or calls. The provider charges each part of an SMS and each begun minute, and rents out the number. Without a public https address, SMS and replies work, but calls can’t be answered by a key.',
  fields: [
    { name: 'accountSid', label: 'Account SID', placeholder: 'AC…' },
    { name: 'authToken', label: 'Auth token', isSecret: true, hint: 'Kept encrypted, and never shown again.' },
    {
      name: 'sender',
      label: 'Sender',
      placeholder: '+1 415 555 0100',
      hint: 'A phone number of the account, or the SID of a messaging service (MG…).',
    },
    {
      name: 'baseUrl',
      label: 'API address',
      initial: 'https://api.twilio.com',
      hint: 'For a provider with the same API, such as SignalWire: its address.',
    },
    ...phoneFields,
    ...paceFields('1'),
  ],
  test: {
    placeholder: '+41 79 123 45 67',
    button: 'Send test SMS',
    incomplete: 'Fill in the fields above and a phone number first.',
    isTelephone: true,
  },
  Below,
};
