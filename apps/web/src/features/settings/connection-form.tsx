import { commands } from '@tocsin/contracts/catalogue.js';
import { connectionKinds, type ConnectionKind } from '@tocsin/contracts/connections/kinds.js';
import type { ConnectionsShown } from '@tocsin/contracts/connections/noun.js';
import type { ReactNode } from 'react';
import { useCommand } from '../../data/cache/use-command.js';
import { say } from '../../data/toasts.js';
import { Button } from '../../ui/button.js';
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
}

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
    shape: (values) => ({ kind, name: values['name'] ?? '', fields: typedOf(values) }),
    submit: async (request) => {
      const typed = request as never as Parameters<typeof add.mutateAsync>[0];
      await (connectionId === null ? add.mutateAsync(typed) : change.mutateAsync({ ...typed, connectionId }));
      say({ kind: 'done', title: 'Saved', detail: 'The next message goes through this connection.' });
      reload();
    },
  });
  const typedOf = (values: Readonly<Record<string, string>>) =>
    typedFields(kind, Object.fromEntries(Object.entries(values).map(([name, value]) => [name.replace('fields.', ''), value])));
  return (
    <>
      <form noValidate className="space-y-4 pt-1" onSubmit={(event) => void form.onSubmit(event)}>
        <TextField label="Name" required autoComplete="off" {...form.field('name')} />
        {fieldsOf[kind].map(({ name, label, hint, placeholder = '', isSecret }) => (
          <TextField
            key={name}
            label={label}
            required={!isSecret || !connection}
            spellCheck={false}
            autoComplete={isSecret ? 'new-password' : 'off'}
            type={isSecret ? 'password' : 'text'}
            placeholder={isSecret && connection ? 'unchanged' : placeholder}
            hint={hint}
            {...form.field(`fields.${name}`)}
          />
        ))}
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
