import type { SessionAnswer } from '@tocsin/contracts/http.js';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { api, wordsOf } from '../../data/api.js';
import { unlockBell } from '../../data/bell.js';
import { keys } from '../../data/keys.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { focusFirst } from '../../ui/focus-first.js';
import { FormProblem, Outside } from '../../ui/outside.js';

/** Signing in; then back to where one was. */
export function SignInScreen({ to }: { to: string }) {
  const client = useQueryClient();
  const router = useRouter();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function signIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void unlockBell();
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    try {
      const body = { email: fields.get('email'), password: fields.get('password') };
      client.setQueryData(keys.session, await api<SessionAnswer>('POST', '/session', { body }));
      router.history.push(to);
    } catch (error) {
      const { says, todo } = wordsOf(error);
      setProblem(`${says} ${todo}`);
      setBusy(false);
    }
  }

  return (
    <Outside title="Sign in">
      <form ref={focusFirst} className="space-y-4" onSubmit={(event) => void signIn(event)}>
        <TextField label="E-mail" name="email" type="email" autoComplete="username" required />
        <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
        {problem && <FormProblem>{problem}</FormProblem>}
        <Button kind="act" tall type="submit" busy={isBusy} className="w-full">
          Sign in
        </Button>
      </form>
    </Outside>
  );
}
