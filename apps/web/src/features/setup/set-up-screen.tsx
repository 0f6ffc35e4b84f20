import type { SetUpAnswer } from '@tocsin/contracts/http.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ComponentType, type ReactNode } from 'react';
import { keys } from '../../data/cache/keys.js';
import { sessionQuery, statusQuery } from '../../data/session/session.js';
import { Outside } from '../../ui/outside.js';
import { Unshown, Waiting } from '../../ui/screen.js';
import type { Above } from '../../ui/when-read.js';
import { SetUpDone } from './set-up-done.js';
import { SetUpForm } from './set-up-form.js';

interface Parts {
  around: ComponentType<{ children: ReactNode }>;
  address: ReactNode;
  readiness: Above<{ end: boolean }>;
}

/** The first run. `readiness`: what it ends with. `around`: what lets this tab be rung, once somebody is signed in. `address`: what to know about the address one is at. */
export function SetUpScreen({ around: Around, address, readiness }: Parts) {
  const client = useQueryClient();
  const { data: status, error, refetch } = useQuery(statusQuery);
  const [made, setMade] = useState<SetUpAnswer | null>(null);
  if (!status)
    return (
      <Outside title="Set up Tocsin" lead="It takes a minute. You become the first owner.">
        {error ? <Unshown what="The set-up" error={error} again={() => void refetch()} /> : <Waiting lines={6} />}
      </Outside>
    );
  if (made)
    return (
      <Around>
        <Outside wide title="Tocsin is ready" lead="Four steps before Tocsin can page you.">
          <SetUpDone made={made} address={address} readiness={readiness} />
        </Outside>
      </Around>
    );
  if (status.setUp)
    return (
      <Outside title="Already set up">
        <Link to="/sign-in" className="link">
          Sign in
        </Link>
      </Outside>
    );
  return (
    <Outside title="Set up Tocsin" lead="It takes a minute. You become the first owner.">
      <SetUpForm
        isCodeRequired={status.codeRequired}
        url={status.url}
        onDone={async (answer) => {
          setMade(answer);
          client.setQueryData(keys.session, answer);
          await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
          client.setQueryData(keys.status, { ...status, setUp: true });
        }}
      />
    </Outside>
  );
}
