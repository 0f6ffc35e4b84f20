import type { SecondStepAnswer } from '@tocsin/contracts/access/noun.js';
import type { SessionAnswer } from '@tocsin/contracts/http.js';
import { useState, type FormEvent } from 'react';
import { api, ApiError, wordsOf } from '../../data/cache/api.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { focusFirst } from '../../ui/focus-first.js';
import { FormProblem, OutsideFrame } from '../../ui/outside-frame.js';

/** The password was right: now the code of the app, or a recovery code. */
export function SecondStep({
  challenge: { challenge },
  onDone,
  onBack,
}: {
  challenge: SecondStepAnswer;
  onDone: (session: SessionAnswer) => void;
  onBack: () => void;
}) {
  const [byRecovery, setByRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isOver, setOver] = useState(false);

  async function send(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      onDone(await api<SessionAnswer>('POST', '/session/second-step', { body: { challenge, code } }));
    } catch (error) {
      const { says, todo } = wordsOf(error);
      setProblem(`${says} ${todo}`);
      setOver(error instanceof ApiError && error.code === 'session.second_step_over');
      setCode('');
      setBusy(false);
    }
  }

  return (
    <OutsideFrame
      title="Your code"
      lead={byRecovery ? 'One of your recovery codes. Each works once.' : 'Six digits, from your authenticator app.'}
    >
      <form key={String(byRecovery)} ref={focusFirst} className="space-y-4" onSubmit={(event) => void send(event)}>
        <TextField
          label={byRecovery ? 'Recovery code' : 'Code'}
          {...(byRecovery ? { autoComplete: 'off', spellCheck: false } : { autoComplete: 'one-time-code', inputMode: 'numeric' as const })}
          required
          minLength={6}
          maxLength={20}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        {problem && <FormProblem>{problem}</FormProblem>}
        {isOver ? (
          <Button kind="act" size="tall" className="w-full" onClick={onBack}>
            Start over
          </Button>
        ) : (
          <Button kind="act" size="tall" type="submit" busy={isBusy} className="w-full">
            Sign in
          </Button>
        )}
        <p className="flex justify-center gap-5 text-xs">
          <button type="button" className="link" onClick={() => setByRecovery(!byRecovery)}>
            {byRecovery ? 'Use my app' : 'I don’t have my app here'}
          </button>
          <button type="button" className="link" onClick={onBack}>
            Back
          </button>
        </p>
      </form>
    </OutsideFrame>
  );
}
