import type { MovingIn } from '@tocsin/contracts/moving-in/moving-in.js';
import { foreignSystems } from '@tocsin/contracts/moving-in/systems.js';
import { useState, type FormEvent } from 'react';
import { wordsOf } from '../../data/cache/api.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { Disclosure } from '../../ui/disclosure.js';
import { TextField } from '../../ui/field.js';
import { Section } from '../../ui/screen.js';
import { At } from '../../ui/time.js';
import { useMoveActs } from './use-moving-in.js';

const stateWords = {
  reading: 'Reading',
  waiting: 'Waits for the token',
  comparing: 'Comparing who is on call',
  done: 'Read and compared',
  failed: 'Stopped',
} as const;

/** How far the move is; a token where it waits for one. */
export function MoveProgress({ move }: { move: MovingIn }) {
  const { system, place, state, at, progress, trouble, said } = move;
  const { remove } = useMoveActs();
  const isOver = state === 'done' || state === 'failed' || state === 'waiting';
  return (
    <Section
      title={foreignSystems[system].title}
      aside={
        <Confirm
          label={isOver ? 'Delete the copy…' : 'Stop and delete…'}
          says="What was copied and its report are deleted from this server. What was applied stays."
          act="Delete"
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
        />
      }
    >
      <output className="block font-medium">{stateWords[state]}</output>
      <p className="wrap-anywhere text-muted">
        {place || foreignSystems[system].address}, begun <At at={at} />
      </p>
      {progress && <p className="tabular-nums">{progress}</p>}
      {trouble && (
        <div className="pt-3">
          <Banner>
            <span className="wrap-anywhere whitespace-pre-line">{trouble}</span>
          </Banner>
        </div>
      )}
      {(state === 'waiting' || (state === 'failed' && move.from === 'system')) && <TokenAgain move={move} />}
      {said.length > 0 && (
        <Disclosure summary="What the copy has, and whose data" className="pt-3">
          <ul className="space-y-1 pt-2 wrap-anywhere">
            {said.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Disclosure>
      )}
    </Section>
  );
}

function TokenAgain({ move: { system, place, cloud, user, since, team, rehearses } }: { move: MovingIn }) {
  const { start } = useMoveActs();
  const [token, setToken] = useState('');
  const [error, setError] = useState<string>();
  const goOn = async (event: FormEvent) => {
    event.preventDefault();
    const typed = { ...(place && { address: place }), ...(cloud && { cloud }), ...(user && { user }), ...(token && { token }) };
    setToken('');
    await start({ from: 'system', system, since, team, rehearses, ...typed }).catch((refused: unknown) => setError(wordsOf(refused).says));
  };
  return (
    <form className="pt-4" onSubmit={(event) => void goOn(event)}>
      <TextField
        label="Token"
        type="password"
        autoComplete="off"
        error={error}
        hint="Reading goes on where it was."
        value={token}
        onChange={(event) => setToken(event.target.value)}
        beside={
          <Button kind="act" type="submit">
            Go on
          </Button>
        }
      />
    </form>
  );
}
