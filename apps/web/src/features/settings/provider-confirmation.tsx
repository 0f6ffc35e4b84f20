import type { SignInSettings } from '@tocsin/contracts/sign-in/noun.js';
import { say } from '../../data/toasts.js';
import { useMay } from '../../data/session/session.js';
import { useCommand } from '../../data/cache/use-command.js';
import { Button } from '../../ui/button.js';

/** A notice that an admin configured the identity provider: owners can’t sign in with it until an owner has confirmed it. */
export function ProviderConfirmation({
  provider: { issuer, clientId, label },
  again,
}: {
  provider: NonNullable<SignInSettings['openId']>;
  again: () => void;
}) {
  const may = useMay('owner.configure');
  const confirm = useCommand('ConfirmIdentityProvider', `confirm ${label}`);
  const done = () => {
    say({ kind: 'done', title: 'Confirmed', detail: `Owners sign in with ${label}, too.` });
    again();
  };
  return (
    <section aria-label="Owners" className="mb-8 rounded-lg border border-line bg-warn-tint px-4 py-3">
      <p className="font-medium text-warn">Owners can’t sign in with {label}</p>
      <p className="mt-1">
        An admin connected this provider, and the provider decides who can sign in. Until an owner confirms it, owners sign in with a
        password.
      </p>
      <p className="mt-2 text-xs break-words text-muted">
        {issuer}, as client {clientId}
      </p>
      {may ? (
        <Button className="mt-3" busy={confirm.isPending} onClick={() => confirm.mutate({ issuer, clientId }, { onSuccess: done })}>
          Confirm for owners
        </Button>
      ) : (
        <p className="mt-2 text-muted">Ask an owner to confirm it here.</p>
      )}
    </section>
  );
}
