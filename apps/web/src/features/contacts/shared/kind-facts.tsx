import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';

/** What a person weighs before they rely on a contact method at night. */
interface KindFacts {
  readonly wakes: string;
  /** Left out with the costs: up to the receiver, too. */
  readonly silentMode?: string;
  readonly costs?: string;
}

const inChat: KindFacts = { wakes: 'unlikely', silentMode: 'silent', costs: 'nothing' };

const facts: Readonly<Record<ContactKind, KindFacts>> = {
  browser: { wakes: 'only beside an open tab', silentMode: 'rings if the computer’s sound is on', costs: 'nothing' },
  email: { wakes: 'no', silentMode: 'silent', costs: 'nothing' },
  webhook: { wakes: 'up to the receiver' },
  ntfy: { wakes: 'yes', silentMode: 'rings once allowed in the app', costs: 'nothing' },
  gotify: { wakes: 'yes', silentMode: 'rings once allowed in the phone’s settings', costs: 'nothing' },
  pushover: { wakes: 'yes, until confirmed', silentMode: 'rings once allowed in the app', costs: 'the app, once' },
  sms: { wakes: 'one tone', silentMode: 'rings only if its number is allowed', costs: 'each SMS' },
  voice: { wakes: 'yes', silentMode: 'rings only if its number is allowed', costs: 'each begun minute' },
  slack: inChat,
  telegram: inChat,
  mattermost: inChat,
  discord: inChat,
  rocketchat: inChat,
  teams: inChat,
  push: { wakes: 'one tone', silentMode: 'silent, unless this app is allowed', costs: 'nothing' },
};

const words: readonly (readonly [label: string, of: keyof KindFacts])[] = [
  ['Wakes you', 'wakes'],
  ['Silent mode', 'silentMode'],
  ['Costs', 'costs'],
];

export const KindFactsLine = ({ kind }: { kind: ContactKind }) => (
  <dl className="flex flex-wrap gap-x-4 gap-y-0.5 text-xs">
    {words
      .filter(([, of]) => facts[kind][of] !== undefined)
      .map(([label, of]) => (
        <div key={of} className="flex gap-x-1.5">
          <dt className="text-muted">{label}</dt>
          <dd>{facts[kind][of]}</dd>
        </div>
      ))}
  </dl>
);
