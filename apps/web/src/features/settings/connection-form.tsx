import { commands } from '@tocsin/contracts/catalogue.js';
import { connectionKinds, neededSecrets, type ConnectionKind } from '@tocsin/contracts/connections/kinds.js';
import type { ReactNode } from 'react';
import { useCommand } from '../../data/cache/use-command.js';
import { say } from '../../data/toasts.js';
import { Button } from '../../ui/button.js';
import { Disclosure } from '../../ui/disclosure.js';
import { TextField } from '../../ui/field.js';
import { useForm } from '../../ui/use-form.js';
import { SelectField } from '../../ui/select.js';
import { OwnedByFile } from '../config-files/shared/owned-by-file.js';
import { connectionWords } from './connections/connection-kinds.js';
import type { Connection, FieldWords } from './connections/connection-words.js';
import { ConnectionTestForm } from './connection-test-form.js';

interface Props {
  kind: ConnectionKind;
  connection: Connection | undefined;
  again: () => void;
  /** Beside the button. */
  children: ReactNode;
}

type Values = Readonly<Record<string, string>>;

/** Secrets that the fields don’t need are left out, and stored ones that were not typed: those are kept. */
const typedFields = ({ kind, connection }: Pick<Props, 'kind' | 'connection'>, values: Values): Values => {
  const needed = neededSecrets(kind, values);
  const stored = connection ? neededSecrets(kind, connection.fields) : [];
  return Object.fromEntries(
    connectionWords[kind].fields.flatMap(({ name, isSecret }) => {
      const value = values[name] ?? '';
      const isLeftOut = isSecret && (!needed.includes(name) || (value === '' && stored.includes(name)));
      return isLeftOut ? [] : [[name, value]];
    }),
  );
};

interface FieldProps {
  words: FieldWords;
  /** A secret that is kept unless another is typed. */
  isStored: boolean;
  input: ReturnType<ReturnType<typeof useForm>['field']>;
}

function ConnectionField({ words: { label, hint, placeholder = '', isSecret, options, isMore, isOptional }, isStored, input }: FieldProps) {
  if (options)
    return (
      <SelectField label={label} hint={hint} {...input}>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
    );
  return (
    <TextField
      label={label}
      hint={hint}
      required={!isMore && !isOptional && (!isSecret || !isStored)}
      spellCheck={false}
      autoComplete={isSecret ? 'new-password' : 'off'}
      type={isSecret ? 'password' : 'text'}
      placeholder={isSecret && isStored ? 'unchanged' : placeholder}
      {...input}
    />
  );
}

/** A connection, as it is typed: tested, then saved. */
export function ConnectionForm({ kind, connection, again: reload, children }: Props) {
  const { fields } = connectionWords[kind];
  const add = useCommand('AddConnection', 'add the connection', { inForm: true });
  const change = useCommand('ChangeConnection', 'change the connection', { inForm: true });
  const connectionId = connection?.connectionId ?? null;
  const initial: Record<string, string> = {
    name: connection?.name ?? connectionKinds[kind].word,
    ...Object.fromEntries(
      fields.map(({ name, initial: usual = '' }) => [`fields.${name}`, connection ? (connection.fields[name] ?? '') : usual]),
    ),
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
  const typed = (values: Values): Values =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name.replace('fields.', ''), value]));
  const typedOf = (values: Values) => typedFields({ kind, connection }, typed(values));
  const needed = neededSecrets(kind, typed(form.values));
  const stored = connection ? neededSecrets(kind, connection.fields) : [];
  const toField = (words: FieldWords): ReactNode =>
    (!words.isSecret || needed.includes(words.name)) && (
      <ConnectionField key={words.name} words={words} isStored={stored.includes(words.name)} input={form.field(`fields.${words.name}`)} />
    );
  const more = fields.filter(({ isMore }) => isMore);
  return (
    <>
      {connection && <OwnedByFile id={connection.connectionId} className="mb-3" />}
      <form noValidate className="space-y-4 pt-1" onSubmit={(event) => void form.onSubmit(event)}>
        <TextField label="Name" required autoComplete="off" {...form.field('name')} />
        {fields.filter(({ isMore }) => !isMore).map(toField)}
        {more.length > 0 && (
          <Disclosure summary="More settings" isOpen={more.some(({ name }) => Boolean(connection?.fields[name]))}>
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
