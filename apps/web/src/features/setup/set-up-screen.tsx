import type { SetUpAnswer } from '@tocsin/contracts/http.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ComponentType, type ReactNode } from 'react';
import { keys } from '../../data/cache/keys.js';
import { sessionQuery, statusQuery } from '../../data/session/session.js';
import { OutsideFrame } from '../../ui/outside-frame.js';
import { LoadFailure, WaitingLines } from '../../ui/screen.js';
import type { UpperPart } from '../../ui/when-read.js';
import { SetUpDone } from './set-up-done.js';
import { SetUpForm } from './set-up-form.js';

interface SetUpSections {
  around: ComponentType<{ children: ReactNode }>;
  address: ReactNode;
  readiness: UpperPart<{ end: boolean }>;
}

/** The first run. `readiness`: its last part. `around`: enables ringing in this tab after sign-in. `address`: notes about the current address. */
export function SetUpScreen({ around: Around, address, readiness }: SetUpSections) {
  const client = useQueryClient();
  const { data: status, error, refetch } = useQuery(statusQuery);
  const [made, setMade] = useState<SetUpAnswer | null>(null);
  if (!status)
    return (
      <OutsideFrame title="Set up Tocsin" lead="It takes a minute. You become the first owner.">
        {error ? <LoadFailure what="The set-up" error={error} again={() => void refetch()} /> : <WaitingLines lines={6} />}
      </OutsideFrame>
    );
  if (made)
    return (
      <Around>
        <OutsideFrame wide title="Tocsin is ready" lead="Four steps before Tocsin can page you.">
          <SetUpDone made={made} address={address} readiness={readiness} />
        </OutsideFrame>
      </Around>
    );
  if (status.setUp)
    return (
      <OutsideFrame title="Already set up">
        <Link to="/sign-in" className="link">
          Sign in
        </Link>
      </OutsideFrame>
    );
  return (
    <OutsideFrame title="Set up Tocsin" lead="It takes a minute. You become the first owner.">
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
    </OutsideFrame>
  );
}
