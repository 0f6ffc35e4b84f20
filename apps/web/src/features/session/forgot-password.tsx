import { useState, type FormEvent } from 'react';
import { api, wordsOf } from '../../data/cache/api.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { focusFirst } from '../../ui/focus-first.js';
import { FormProblem, OutsideFrame } from '../../ui/outside-frame.js';

/** Requests a password reset link. The response does not reveal whether the person exists. */
export function ForgotPassword({ email, onBack }: { email: string; onBack: () => void }) {
  const [answer, setAnswer] = useState<{ mailed: boolean } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const body = { email: new FormData(event.currentTarget).get('email') };
    setBusy(true);
    try {
      setAnswer(await api<{ mailed: boolean }>('POST', '/password-resets', { body }));
    } catch (error) {
      const { says, todo } = wordsOf(error);
      setProblem(`${says} ${todo}`);
    }
    setBusy(false);
  }

  if (answer)
    return (
      <OutsideFrame
        title={answer.mailed ? 'Check your mail' : 'Ask an admin'}
        lead={
          answer.mailed
            ? 'If an account has this address, a link to choose a new password was sent to it. It works once and expires in an hour.'
            : 'Mail is not set up here. An owner or admin can create a password reset link for you, on your page under People.'
        }
      >
        <Button size="tall" className="w-full" onClick={onBack}>
          Back to sign-in
        </Button>
      </OutsideFrame>
    );
  return (
    <OutsideFrame title="A new password" lead="We’ll e-mail you a link.">
      <form ref={focusFirst} className="space-y-4" onSubmit={(event) => void ask(event)}>
        <TextField label="E-mail" name="email" type="email" autoComplete="username" required defaultValue={email} />
        {problem && <FormProblem>{problem}</FormProblem>}
        <Button kind="act" size="tall" type="submit" busy={isBusy} className="w-full">
          Send me a link
        </Button>
        <p className="text-center text-xs">
          <button type="button" className="link" onClick={onBack}>
            Back
          </button>
        </p>
      </form>
    </OutsideFrame>
  );
}
