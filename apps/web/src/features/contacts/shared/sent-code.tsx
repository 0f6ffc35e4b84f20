import { useState, type ReactNode } from 'react';
import { reasonClause } from '../../messages/shared/reason-words.js';
import { Button } from '../../../ui/button.js';

/** Input for a code that was sent. `more`: alternative actions. */
export function SentCode({
  label,
  press,
  isBusy,
  onCode,
  again,
  more,
}: {
  label: string;
  press: string;
  isBusy: boolean;
  onCode: (code: string) => void;
  again: { readonly says: string; readonly isBusy: boolean; readonly ask: () => void };
  more?: ReactNode;
}) {
  const [code, setCode] = useState('');
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onCode(code);
      }}
    >
      <input
        aria-label={label}
        placeholder="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        minLength={4}
        maxLength={12}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        className="h-8 w-28 rounded-md border border-line-field bg-panel px-2 text-sm tracking-wider"
      />
      <Button kind="act" type="submit" busy={isBusy}>
        {press}
      </Button>
      <Button kind="quiet" busy={again.isBusy} onClick={again.ask}>
        {again.says}
      </Button>
      {more}
    </form>
  );
}

/** The delivery state of the message with the code. */
export const CodeState = ({
  state,
  reason,
  sent = 'The code was sent. It works for 30 minutes.',
}: {
  state: 'asked' | 'sent' | 'failed';
  reason: Parameters<typeof reasonClause>[0] | null | undefined;
  sent?: string;
}) =>
  state === 'failed' ? (
    <span className="text-warn">The code could not be sent: {reasonClause(reason ?? 'delivery.provider_rejected')}.</span>
  ) : (
    <span className="text-muted">{state === 'asked' ? 'Sending the code…' : sent}</span>
  );
