import type { ContactMethod } from '@tocsin/contracts/contacts.js';
import { useState, type FormEvent } from 'react';
import { say } from '../data/toasts.js';
import { useCommand } from '../data/use-command.js';
import { reasonClause } from '../data/words.js';
import { Button } from './button.js';

/** The code that proves the address is mine. */
export function Verification({ personId, method }: { personId: string; method: ContactMethod }) {
  const { contactMethodId, verification } = method;
  const [code, setCode] = useState('');
  const verify = useCommand('VerifyContactMethod', 'verify it');
  const ask = useCommand('AskVerification', 'send the code');
  const state = verification?.state;
  const words = {
    asked: 'The code is on its way.',
    sent: method.kind === 'webhook' ? 'The code was sent there: it is in the field “code”.' : 'The code was sent. It works for 30 minutes.',
    failed: `The code could not be sent: ${reasonClause(verification?.reason ?? 'delivery.provider_rejected')}.`,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    verify.mutate({ personId, contactMethodId, code }, { onSuccess: () => say({ kind: 'done', title: 'Verified' }) });
  };
  return (
    <form onSubmit={submit} className="mt-1 flex flex-wrap items-center gap-2 text-[13px]">
      {state && <span className={state === 'failed' ? 'text-warn' : 'text-muted'}>{words[state]}</span>}
      <input
        aria-label="Code"
        placeholder="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        minLength={4}
        maxLength={12}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        className="h-8 w-28 rounded-md border border-line-strong bg-raised px-2 text-sm tracking-wider"
      />
      <Button kind="act" type="submit" busy={verify.isPending}>
        Verify
      </Button>
      <Button kind="quiet" busy={ask.isPending} onClick={() => ask.mutate({ personId, contactMethodId })}>
        {state ? 'Send it again' : 'Send a code'}
      </Button>
    </form>
  );
}
