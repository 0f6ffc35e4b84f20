import type { ConnectionKind } from '@tocsin/contracts/connections/kinds.js';
import { connectionTest, type ConnectionTestResult } from '@tocsin/contracts/connections/noun.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, fieldErrorsOf, wordsOf } from '../../data/cache/api.js';
import { withProof } from '../../data/session/proof.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { connectionWords } from './connections/connection-kinds.js';

interface Props {
  connectionId: string | null;
  kind: ConnectionKind;
  fields: Readonly<Record<string, string>>;
}

const errorText = (error: unknown, kind: ConnectionKind): string => {
  if (Object.keys(fieldErrorsOf(error)).length > 0) return connectionWords[kind].test.incomplete;
  const { says, todo } = wordsOf(error);
  return `${says} ${todo}`;
};

/** Sends a message through the connection as it is typed, saved or not. */
export function ConnectionTestForm({ connectionId, kind, fields }: Props) {
  const [to, setTo] = useState('');
  const words = connectionWords[kind].test;
  const body = { connectionId, kind, fields, to };
  const [tried, setTried] = useState('');
  const test = useMutation({
    mutationFn: async (): Promise<ConnectionTestResult> => {
      if (!connectionTest.safeParse(body).success) return { ok: false, why: words.incomplete };
      return withProof(() => api<ConnectionTestResult>('POST', '/settings/connections/test', { body }));
    },
  });
  // the result belongs to the values of the fields then
  const isCurrent = test.isPending || tried === JSON.stringify(body);
  return (
    <form
      noValidate
      className="pt-6"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(JSON.stringify(body));
        test.mutate();
      }}
    >
      <TextField
        label="Send a test to"
        type={words.isTelephone ? 'tel' : 'text'}
        name="to"
        placeholder={words.placeholder}
        value={to}
        hint="Uses the settings above, saved or not."
        onChange={(event) => setTo(event.target.value)}
        beside={
          <Button type="submit" className="shrink-0" busy={test.isPending}>
            {words.button}
          </Button>
        }
      />
      <output className="mt-2 block min-h-6">
        {isCurrent && test.data?.ok && (
          <span className="text-done">{words.done ?? '✓ The provider accepted the message. Check that it arrives.'}</span>
        )}
        {isCurrent && test.data && !test.data.ok && <span className="text-warn">✕ {test.data.why}</span>}
        {isCurrent && test.error && <span className="text-warn">✕ {errorText(test.error, kind)}</span>}
      </output>
    </form>
  );
}
