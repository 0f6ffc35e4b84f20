import { destinationTest, type DestinationTestResult, type TypedDestination } from '@tocsin/contracts/backups/noun.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, fieldErrorsOf, wordsOf } from '../../data/cache/api.js';
import { withProof } from '../../data/session/proof.js';
import { Button } from '../../ui/button.js';

const stepWords: Readonly<Record<NonNullable<DestinationTestResult['step']>, string>> = {
  list: 'It can’t be listed',
  write: 'A small object was not written, or not read back',
  delete: 'The small object can’t be deleted',
};

const errorText = (error: unknown): string => {
  const fields = Object.values(fieldErrorsOf(error));
  if (fields.length > 0) return fields.join(' ');
  const { says, todo } = wordsOf(error);
  return `${says} ${todo}`;
};

const resultText = ({ step, why }: DestinationTestResult): string => (step ? `${stepWords[step]}: ${why}` : (why ?? ''));

/** Tries the destination as it was typed, saved or not; without one, that of the environment. */
export function DestinationTest({ destination }: { destination?: TypedDestination }) {
  const test = useMutation({
    mutationFn: async (): Promise<DestinationTestResult> => {
      const body = { destination: destination ?? null };
      const { error } = destinationTest.safeParse(body);
      if (error) return { ok: false, step: null, why: error.issues.map(({ message }) => message).join(' ') };
      return withProof(() => api<DestinationTestResult>('POST', '/settings/backups/test', { body }));
    },
  });
  // the result is about the values that were tested
  const [tested, setTested] = useState('');
  const typed = JSON.stringify(destination);
  const isCurrent = tested === typed;
  return (
    <div>
      <Button
        busy={test.isPending}
        onClick={() => {
          setTested(typed);
          test.mutate();
        }}
      >
        Test this destination
      </Button>
      <output className="mt-2 block wrap-anywhere empty:hidden">
        {isCurrent && test.data?.ok && <span className="text-done">✓ A small object was written, read back and deleted.</span>}
        {isCurrent && test.data && !test.data.ok && <span className="text-warn">✕ {resultText(test.data)}</span>}
        {isCurrent && test.error && <span className="text-warn">✕ {errorText(test.error)}</span>}
      </output>
    </div>
  );
}
