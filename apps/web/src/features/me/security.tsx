import { Suspense, useState, type ReactNode } from 'react';
import type { AccessShown } from '@tocsin/contracts/access/noun.js';
import { useAccess, useAccessAgain } from '../../data/session/access.js';
import { useMe } from '../../data/session/session.js';
import { useCommand } from '../../data/cache/use-command.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { Section } from '../../ui/screen.js';
import { WhenSettled, WhenRead } from '../../ui/when-read.js';
import { Ago, Day } from '../../ui/time.js';
import { SessionList } from './session-list.js';
import { lazyPart } from '../../ui/lazy-part.js';

const ChangePasswordDialog = lazyPart(() => import('./change-password-dialog.js'), 'ChangePasswordDialog');
const TwoFactorDialog = lazyPart(() => import('./two-factor-dialog.js'), 'TwoFactorDialog');
const CodeDialog = lazyPart(() => import('./code-dialog.js'), 'CodeDialog');

type Open = 'password' | 'turn on' | 'turn off' | 'codes' | null;

/** My sign-in methods and sessions, with `children` below. */
export function Security({ personId, children }: { personId: string; children: ReactNode }) {
  const reading = useAccess(personId);
  const access = reading.data;
  return (
    <>
      <Section title="Sign-in methods">
        <WhenRead of={[reading]} what="Sign-in methods">
          {access && <Ways personId={personId} access={access} />}
        </WhenRead>
      </Section>
      <div className="mt-5">
        <WhenSettled of={[reading]} lines={0}>
          {access && <SessionList personId={personId} sessions={access.sessions} />}
          {children}
        </WhenSettled>
      </div>
    </>
  );
}

function Ways({ personId, access }: { personId: string; access: AccessShown }) {
  const again = useAccessAgain(personId);
  const [open, setOpen] = useState<Open>(null);
  const close = () => {
    setOpen(null);
    void again();
  };
  return (
    <>
      <dl>
        <PasswordLine access={access} onOpen={setOpen} />
        <TwoFactorLine access={access} onOpen={setOpen} />
        {access.openId && <ProviderLine personId={personId} again={again} />}
      </dl>
      <Suspense>
        {open === 'password' && <ChangePasswordDialog onClose={close} />}
        {open === 'turn on' && <TwoFactorDialog personId={personId} onClose={close} />}
        {(open === 'turn off' || open === 'codes') && <CodeDialog personId={personId} what={open} onClose={close} />}
      </Suspense>
    </>
  );
}

interface LineProps {
  access: AccessShown;
  onOpen: (what: Open) => void;
}

function PasswordLine({ access: { password, passwordSince }, onOpen }: LineProps) {
  const isOwner = useMe().role === 'owner';
  return (
    <Line
      name="Password"
      says={
        password ? (
          passwordSince ? (
            <>
              Changed <Ago at={passwordSince} />.
            </>
          ) : (
            'Set when you joined.'
          )
        ) : (
          `None: ${isOwner ? 'another owner' : 'an admin'} can create a link to set one.`
        )
      }
    >
      {password && <Button onClick={() => onOpen('password')}>Change password</Button>}
    </Line>
  );
}

const TwoFactorLine = ({ access: { twoFactor, password }, onOpen }: LineProps) => (
  <Line
    name="Two-factor"
    says={
      twoFactor ? (
        <>
          <span className="text-done">✓ On</span> since <Day at={twoFactor.since} />, {codesLeft(twoFactor.recoveryCodesLeft)}
        </>
      ) : (
        'Off. Two-factor sign-in also asks for a code from an app on your phone.'
      )
    }
  >
    {twoFactor ? (
      <>
        <Button onClick={() => onOpen('codes')}>New recovery codes</Button>
        <Button kind="quiet" onClick={() => onOpen('turn off')}>
          Turn off
        </Button>
      </>
    ) : (
      password && <Button onClick={() => onOpen('turn on')}>Turn on</Button>
    )}
  </Line>
);

function ProviderLine({ personId, again }: { personId: string; again: ReturnType<typeof useAccessAgain> }) {
  const unlink = useCommand('UnlinkOpenId', 'unlink it');
  return (
    <Line name="Identity provider" says="Linked to your account.">
      <Confirm
        label="Unlink"
        says="Your next sign-in with the identity provider matches you by your verified e-mail address."
        act="Unlink"
        busy={unlink.isPending}
        onConfirm={() => unlink.mutate({ personId }, { onSuccess: ({ token }) => void again(token) })}
      />
    </Line>
  );
}

const codesLeft = (left: number) =>
  left < 3 ? (
    <span className="text-warn">{left === 1 ? '1 recovery code' : `${left} recovery codes`} left.</span>
  ) : (
    `${left} recovery codes left.`
  );

function Line({ name, says, children }: { name: string; says: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b max-sm:gap-y-1 border-line/70 py-2.5">
      <dt className="w-32 shrink-0 font-medium max-sm:w-full">{name}</dt>
      <dd className="min-w-0 flex-1 basis-64 text-muted">{says}</dd>
      {children && <dd className="flex gap-2">{children}</dd>}
    </div>
  );
}
