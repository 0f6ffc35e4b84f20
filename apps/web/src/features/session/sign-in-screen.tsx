import type { SecondStepAnswer } from '@tocsin/contracts/access/noun.js';
import type { SessionAnswer } from '@tocsin/contracts/http.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { signInQuery } from '../../data/session/access.js';
import { keys } from '../../data/cache/keys.js';
import { laterPart } from '../../ui/lazy-part.js';
import { OutsideFrame } from '../../ui/outside-frame.js';
import { buttonClass } from '../../ui/button.js';
import { ForgotPassword } from './forgot-password.js';
import { PasswordForm } from './password-form.js';
import { SecondStep } from './second-step.js';
import { Disclosure } from '../../ui/disclosure.js';

const ProviderProblem = laterPart(() => import('./provider-problem.js'), 'ProviderProblem');

/** Errors after which an owner may sign in by password. */
const wantsPassword = new Set(['openid.unreachable', 'openid.owner_unconfirmed']);

/** Signing in; then back to where one was. `problem`: the code of what went wrong at the identity provider. */
export function SignInScreen({ to, problem }: { to: string; problem?: string }) {
  const client = useQueryClient();
  const router = useRouter();
  const ways = useQuery(signInQuery).data;
  const [challenge, setChallenge] = useState<SecondStepAnswer | null>(null);
  const [hasForgotten, setForgotten] = useState<string | null>(null);

  const done = (session: SessionAnswer) => {
    client.setQueryData(keys.session, session);
    router.history.push(to);
  };

  if (hasForgotten !== null) return <ForgotPassword email={hasForgotten} onBack={() => setForgotten(null)} />;
  if (challenge) return <SecondStep challenge={challenge} onDone={done} onBack={() => setChallenge(null)} />;

  const form = <PasswordForm isFirst={!ways?.openId} onDone={done} onChallenge={setChallenge} onForgotten={setForgotten} />;
  return (
    <OutsideFrame title="Sign in">
      <div className="space-y-4">
        <Suspense>{problem && <ProviderProblem code={problem} />}</Suspense>
        {ways?.openId && (
          <a href={`/api/openid/start?to=${encodeURIComponent(to)}`} className={`${buttonClass('act', 'tall')} w-full`}>
            Sign in with {ways.openId.label}
          </a>
        )}
        {ways?.openId && !ways.onlyOpenId && (
          <p className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            or by password
          </p>
        )}
        {ways?.onlyOpenId ? (
          <Disclosure
            className="pt-2"
            isOpen={problem !== undefined && wantsPassword.has(problem)}
            summary="Sign in as an owner with a password"
          >
            <div className="mt-4">{form}</div>
          </Disclosure>
        ) : (
          form
        )}
      </div>
    </OutsideFrame>
  );
}
