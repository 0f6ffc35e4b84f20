import type { SecondStepAnswer } from '@tocsin/contracts/access/noun.js';
import type { SessionAnswer } from '@tocsin/contracts/http.js';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { api, wordsOf } from '../../data/cache/api.js';
import { unlockBell } from '../../data/bell/bell.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { focusFirst } from '../../ui/focus-first.js';
import { FormProblem } from '../../ui/outside-frame.js';

/** E-mail and password; starts a session, or asks for a code. */
export function PasswordForm({
  isFirst,
  onDone,
  onChallenge,
  onForgotten,
}: {
  /** Whether it is the main form of the screen. */
  isFirst: boolean;
  onDone: (session: SessionAnswer) => void;
  onChallenge: (challenge: SecondStepAnswer) => void;
  onForgotten: (email: string) => void;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isFirst) focusFirst(form.current);
  }, [isFirst]);
  const email = () => form.current?.querySelector<HTMLInputElement>('[name=email]')?.value ?? '';

  async function signIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void unlockBell();
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    setProblem(null);
    try {
      const body = { email: fields.get('email'), password: fields.get('password') };
      const answer = await api<SessionAnswer | SecondStepAnswer>('POST', '/session', { body });
      if ('challenge' in answer) onChallenge(answer);
      else onDone(answer);
    } catch (error) {
      const { says, todo } = wordsOf(error);
      setProblem(`${says} ${todo}`);
      setBusy(false);
    }
  }

  return (
    <form ref={form} className="space-y-4" onSubmit={(event) => void signIn(event)}>
      <TextField label="E-mail" name="email" type="email" autoComplete="username" required />
      <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
      {problem && <FormProblem>{problem}</FormProblem>}
      <Button kind={isFirst ? 'act' : 'plain'} size="tall" type="submit" busy={isBusy} className="w-full">
        Sign in
      </Button>
      <p className="text-center">
        <button type="button" className="link text-xs" onClick={() => onForgotten(email())}>
          Forgot password?
        </button>
      </p>
    </form>
  );
}
