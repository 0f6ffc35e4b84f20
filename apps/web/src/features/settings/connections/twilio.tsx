import { Copy } from '../../../ui/copy.js';
import type { Connection, ConnectionWords } from './connection-words.js';

/** Where codes go, what comes back, and what doesn’t without a public address. */
const Below = ({ connection: { inbound, fields } }: { connection: Connection }) => (
  <div className="space-y-2 pt-4">
    {!fields['countries'] && (
      <p className="text-muted">
        No countries are named: people may add numbers of every country, except premium and satellite numbers, and each code costs.
      </p>
    )}
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

/** What can be set of a provider of SMS and calls besides its account. */
const phoneFields: ConnectionWords['fields'] = [
  {
    name: 'countries',
    label: 'Countries',
    placeholder: '+41 +44',
    hint: 'Calling codes of the countries whose numbers people may add. Empty: every country. Premium and satellite numbers can’t be added.',
  },
  {
    name: 'senders',
    label: 'Numbers by country',
    placeholder: '+44 +447700900123, +1 +14155550100',
    hint: 'The beginning of a number and what it is sent from, separated by commas. All others get the one above.',
  },
  {
    name: 'noReplies',
    label: 'Countries without replies',
    placeholder: '+91 +86 +502 +506 +507 +84',
    hint: 'No SMS there asks for a reply. Empty: those above, whose carriers drop replies.',
  },
  {
    name: 'noLinks',
    label: 'Countries without links',
    placeholder: '+86',
    hint: 'SMS there have no link. Empty: the one above, whose carriers drop messages with links.',
  },
  {
    name: 'replies',
    label: 'Replies',
    placeholder: 'word',
    hint: '“word”: “a” is enough while one page waits. “code”: a reply must name the alert group, such as 12a.',
  },
  {
    name: 'content',
    label: 'Content',
    placeholder: 'all',
    hint: '“all”: SMS say what fires. “least”: number and service alone leave the house.',
  },
  {
    name: 'prices',
    label: 'Prices',
    placeholder: 'EUR +41 0.07 0.02, +1 0.01 0.02',
    hint: 'A currency; then by country the price of a part of an SMS, and of a begun minute. The cost report then has sums.',
  },
].map((field) => ({ ...field, isMore: true as const }));

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
  ],
  test: {
    placeholder: '+41 79 123 45 67',
    button: 'Send test SMS',
    incomplete: 'Fill in the fields above and a phone number first.',
    isTelephone: true,
  },
  Below,
};
