import { useState } from 'react';
import { useAccess, useAccessAgain, useEndSessions } from '../../data/session/access.js';
import { useCommand } from '../../data/cache/use-command.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { Copy } from '../../ui/copy.js';
import { MailResult } from './shared/mail-result.js';
import { Dialog } from '../../ui/dialog.js';
import { DoneButton } from '../../ui/dialog-buttons.js';

/** Admin actions for a person who can’t sign in, or whose phone was stolen. */
export function SignInHelp({ personId, name, isOwner }: { personId: string; name: string; isOwner: boolean }) {
  const { data: access } = useAccess(personId);
  const again = useAccessAgain(personId);
  const end = useEndSessions(personId);
  const turnOff = useCommand('TurnOffTwoFactor', `turn off two-factor for ${name}`);
  const unlink = useCommand('UnlinkOpenId', `unlink ${name}`);
  if (!access) return null;
  const { password, sessions, twoFactor, openId, resetMail } = access;
  const read = { onSuccess: ({ token }: { token: string }) => void again(token) };
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-2 border-t border-line/70 pt-4">
      <p className="mr-auto text-xs text-muted">
        {sessions.length === 0 ? 'No active sessions' : sessions.length === 1 ? '1 active session' : `${sessions.length} active sessions`},
        two-factor {twoFactor ? 'on' : 'off'}.
        {isOwner && !password && <span className="text-warn"> No password set: send them a link to choose one.</span>}
        {resetMail && (
          <>
            {' '}
            <MailResult what="Password reset link" mail={resetMail} />.
          </>
        )}
      </p>
      <ResetLink personId={personId} name={name} again={again} />
      {twoFactor && (
        <Confirm
          label="Turn two-factor off"
          says={`For when ${name} has lost both the phone and the recovery codes. Make sure that the request comes from them: afterwards the password alone is enough to sign in.`}
          act="Turn off"
          busy={turnOff.isPending}
          onConfirm={() => turnOff.mutate({ personId }, read)}
        />
      )}
      {openId && (
        <Confirm
          label="Unlink from the provider"
          says={`The next sign-in with the identity provider matches ${name} by the verified e-mail address.`}
          act="Unlink"
          busy={unlink.isPending}
          onConfirm={() => unlink.mutate({ personId }, read)}
        />
      )}
      {sessions.length > 0 && (
        <Confirm
          label="Sign out everywhere"
          says={`${name} is signed out everywhere, at once.`}
          act="Sign out"
          onConfirm={() => void end()}
        />
      )}
    </div>
  );
}

interface ResetLinkProps {
  personId: string;
  name: string;
  again: () => Promise<unknown>;
}

/** Makes a link by which they choose a password, and shows it once. */
function ResetLink({ personId, name, again }: ResetLinkProps) {
  const makeLink = useCommand('MakePasswordResetLink', `create a link for ${name}`);
  const [link, setLink] = useState<{ text: string; mailed: boolean } | null>(null);
  const close = () => {
    setLink(null);
    // the delivery state of the mail
    void again();
  };
  return (
    <>
      <Button
        busy={makeLink.isPending}
        onClick={() => makeLink.mutate({ personId }, { onSuccess: ({ says }) => setLink({ text: says.link, mailed: says.mailed }) })}
      >
        Password reset link
      </Button>
      {link && (
        <Dialog wide isSecret title={`Password reset link for ${name}`} onClose={close}>
          <p className="mb-4 text-muted">
            {link.mailed ? 'This link is being e-mailed to them; you can also send it yourself.' : 'Send them this link.'} It is shown once,
            works once, and expires after an hour.
          </p>
          <Copy label="Link" text={link.text} />
          <DoneButton onClick={close} />
        </Dialog>
      )}
    </>
  );
}
