import { commands } from '@tocsin/contracts/catalogue.js';
import { connectionKinds, type ConnectionKind } from '@tocsin/contracts/connections/kinds.js';
import type { ConnectionsShown } from '@tocsin/contracts/connections/noun.js';
import type { ReactNode } from 'react';
import { useCommand } from '../../data/cache/use-command.js';
import { say } from '../../data/toasts.js';
import { Button } from '../../ui/button.js';
import { Disclosure } from '../../ui/disclosure.js';
import { TextField } from '../../ui/field.js';
import { useForm } from '../../ui/use-form.js';
import { ConnectionTestForm } from './connection-test-form.js';

interface FieldWords {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly initial?: string;
  readonly isSecret?: true;
  /** May stay empty: below the others, folded. */
  readonly isMore?: true;
}

const phoneFields: readonly FieldWords[] = [
  {
    name: 'countries',
    label: 'Countries',
    placeholder: '+41 +44',
    hint: 'Calling codes of the countries whose numbers people may add. Empty: all. Premium and satellite numbers are never called.',
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

/** The fields of each kind, in the order in which they are typed. */
const fieldsOf: Readonly<Record<ConnectionKind, readonly FieldWords[]>> = {
  twilio: [
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
  slack: [
    {
      name: 'botToken',
      label: 'Bot User OAuth Token',
      isSecret: true,
      hint: 'Under “Install App”; begins with xoxb-. Kept encrypted, and never shown again.',
    },
    {
      name: 'appToken',
      label: 'App-level token',
      isSecret: true,
      hint: 'Under “Basic Information” › “App-Level Tokens”, with the scope connections:write; begins with xapp-.',
    },
    {
      name: 'baseUrl',
      label: 'API address',
      initial: 'https://slack.com/api',
      hint: 'For GovSlack: https://slack-gov.com/api.',
    },
  ],
  pushover: [
    {
      name: 'apiToken',
      label: 'API Token/Key',
      isSecret: true,
      hint: 'On pushover.net: “Create an Application/API Token”. Kept encrypted, and never shown again.',
    },
    { name: 'baseUrl', label: 'API address', initial: 'https://api.pushover.net' },
  ],
  telegram: [
    { name: 'botName', label: 'Username', placeholder: 'acme_tocsin_bot', hint: 'What BotFather asked for second; it ends in “bot”.' },
    {
      name: 'botToken',
      label: 'Token',
      isSecret: true,
      hint: '“Use this token to access the HTTP API”. Kept encrypted, and never shown again.',
    },
    {
      name: 'baseUrl',
      label: 'API address',
      initial: 'https://api.telegram.org',
      hint: 'For a Bot API server of your own: its address.',
    },
  ],
};

interface Props {
  kind: ConnectionKind;
  connection: ConnectionsShown['connections'][number] | undefined;
  again: () => void;
  /** Beside the button. */
  children: ReactNode;
}

/** Leaves out secrets that were not typed: the stored ones are kept. */
const typedFields = (kind: ConnectionKind, values: Readonly<Record<string, string>>) =>
  Object.fromEntries(fieldsOf[kind].flatMap(({ name, isSecret }) => (isSecret && values[name] === '' ? [] : [[name, values[name] ?? '']])));

/** A connection, as it is typed: tested, then saved. */
export function ConnectionForm({ kind, connection, again: reload, children }: Props) {
  const add = useCommand('AddConnection', 'add the connection', { inForm: true });
  const change = useCommand('ChangeConnection', 'change the connection', { inForm: true });
  const connectionId = connection?.connectionId ?? null;
  const initial: Record<string, string> = {
    name: connection?.name ?? connectionKinds[kind].word,
    ...Object.fromEntries(fieldsOf[kind].map(({ name, initial: usual = '' }) => [`fields.${name}`, connection?.fields[name] ?? usual])),
  };
  const form = useForm({
    initial,
    schema: connectionId === null ? commands.AddConnection.data : commands.ChangeConnection.data,
    shape: (values) => ({ ...(connectionId === null ? {} : { connectionId }), kind, name: values['name'] ?? '', fields: typedOf(values) }),
    submit: async (request) => {
      const typed = request as never as Parameters<typeof add.mutateAsync>[0];
      await (connectionId === null ? add.mutateAsync(typed) : change.mutateAsync({ ...typed, connectionId }));
      say({ kind: 'done', title: 'Saved', detail: 'The next message goes through this connection.' });
      reload();
    },
  });
  const typedOf = (values: Readonly<Record<string, string>>) =>
    typedFields(kind, Object.fromEntries(Object.entries(values).map(([name, value]) => [name.replace('fields.', ''), value])));
  const toField = ({ name, label, hint, placeholder = '', isSecret, isMore }: FieldWords): ReactNode => (
    <TextField
      key={name}
      label={label}
      required={!isMore && (!isSecret || !connection)}
      spellCheck={false}
      autoComplete={isSecret ? 'new-password' : 'off'}
      type={isSecret ? 'password' : 'text'}
      placeholder={isSecret && connection ? 'unchanged' : placeholder}
      hint={hint}
      {...form.field(`fields.${name}`)}
    />
  );
  const more = fieldsOf[kind].filter(({ isMore }) => isMore);
  return (
    <>
      <form noValidate className="space-y-4 pt-1" onSubmit={(event) => void form.onSubmit(event)}>
        <TextField label="Name" required autoComplete="off" {...form.field('name')} />
        {fieldsOf[kind].filter(({ isMore }) => !isMore).map(toField)}
        {more.length > 0 && (
          <Disclosure
            summary="Countries, numbers, replies, content and prices"
            isOpen={more.some(({ name }) => Boolean(connection?.fields[name]))}
          >
            <div className="space-y-4 pt-4">{more.map(toField)}</div>
          </Disclosure>
        )}
        {form.problem && (
          <p role="alert" className="text-warn">
            {form.problem}
          </p>
        )}
        <div className="flex gap-2 pt-1">
          <Button kind="act" type="submit" busy={form.isBusy}>
            Save
          </Button>
          {children}
        </div>
      </form>
      <ConnectionTestForm connectionId={connectionId} kind={kind} fields={typedOf(form.values)} />
    </>
  );
}
