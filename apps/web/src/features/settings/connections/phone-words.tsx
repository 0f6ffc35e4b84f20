import type { Connection, FieldWords, TestWords } from './connection-words.js';

/** A connection from before countries were asked for. */
export const CountriesHint = ({ connection: { fields } }: { connection: Connection }) =>
  fields['countries'] ? null : (
    <p className="pt-4 text-warn">
      No countries are named: people may add numbers of every country, except premium and satellite numbers, and each code costs. Enter them
      above.
    </p>
  );

/** What can be set of a provider of SMS besides its account. */
const more = [
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

export const phoneFields: readonly FieldWords[] = [
  {
    name: 'countries',
    label: 'Countries',
    placeholder: '+41 +44',
    hint: 'Calling codes of the countries whose numbers people may add: each code costs. Premium and satellite numbers can’t be added.',
  },
  ...more,
];

export const smsTest: TestWords = {
  placeholder: '+41 79 123 45 67',
  button: 'Send test SMS',
  incomplete: 'Fill in the fields above and a phone number first.',
  isTelephone: true,
};
