import { readablePersonal } from '@tocsin/contracts/ids.js';
import { mailTest, type MailTestResult, type TypedMailServer } from '@tocsin/contracts/mail-server/noun.js';
import { useState, type FormEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { api, fieldErrorsOf, wordsOf } from '../../data/cache/api.js';
import { withProof } from '../../data/session/proof.js';
import { useMe } from '../../data/session/session.js';
import { useRow } from '../../data/cache/use-view.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';

const labels: Readonly<Record<string, string>> = {
  host: 'Host',
  port: 'Port',
  security: 'Security',
  user: 'User name',
  password: 'Password',
  from: 'Sender',
  to: 'Send it to',
};

const fieldsSay = (errors: Readonly<Record<string, string>>): string =>
  Object.entries(errors)
    .map(([path, says]) => `${labels[path.replace('server.', '')] ?? path}: ${says}`)
    .join(' ');

const errorText = (error: unknown): string => {
  const errors = fieldErrorsOf(error);
  if (Object.keys(errors).length > 0) return fieldsSay(errors);
  const { says, todo } = wordsOf(error);
  return `${says} ${todo}`;
};

interface Props {
  server?: TypedMailServer;
  /** Called with the tested settings, and why the test failed; null: it did not. */
  onResult?: (tested: TypedMailServer | undefined, why: string | null) => void;
}

/** Sends a mail through the server as it was typed, saved or not; without `server`, through the one that is set. */
export function MailTestForm({ server, onResult }: Props) {
  const { personId } = useMe();
  const { data: me } = useRow('people', personId);
  const [typed, setTyped] = useState<string>();
  const to = typed ?? readablePersonal(me?.row?.email, '');
  const test = useMutation({
    mutationFn: async () => {
      const body = { to, ...(server ? { server } : {}) };
      const { error } = mailTest.safeParse(body);
      if (error)
        return { ok: false, why: fieldsSay(Object.fromEntries(error.issues.map((issue) => [issue.path.join('.'), issue.message]))) };
      return withProof(() => api<MailTestResult>('POST', '/settings/mail/test', { body }));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    test.mutate(undefined, {
      onSuccess: ({ ok, why }) => onResult?.(server, ok ? null : (why ?? '')),
      onError: (error) => onResult?.(server, errorText(error)),
    });
  };
  // the result belongs to the values of the fields then
  const tried = JSON.stringify([to, server]);
  const [triedLast, setTriedLast] = useState('');
  const isCurrent = test.isPending || triedLast === tried;
  return (
    <form
      noValidate
      className="pt-1"
      onSubmit={(event) => {
        setTriedLast(tried);
        submit(event);
      }}
    >
      <TextField
        label="Send it to"
        type="email"
        name="to"
        required
        value={to}
        hint={server ? 'Uses the settings above, saved or not.' : undefined}
        onChange={(event) => setTyped(event.target.value)}
        beside={
          <Button type="submit" className="shrink-0" busy={test.isPending}>
            Send test mail
          </Button>
        }
      />
      <output className="mt-2 block min-h-6">
        {isCurrent && test.data?.ok && <span className="text-done">✓ The server accepted the mail. Check that it arrives.</span>}
        {isCurrent && test.data && !test.data.ok && <span className="text-warn">✕ {test.data.why}</span>}
        {isCurrent && test.error && <span className="text-warn">✕ {errorText(test.error)}</span>}
      </output>
    </form>
  );
}
