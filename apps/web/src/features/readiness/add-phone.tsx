import { useQueryClient } from '@tanstack/react-query';
import { renderSVG } from 'uqr';
import { useState } from 'react';
import { v7 } from 'uuid';
import { deviceLabel, pushState, rememberDevice, subscribeHere, type PushState, type PushSubscriptionData } from '../../data/bell/push.js';
import { myMethodHere, renewDevice } from '../../data/bell/device.js';
import { bothAtOnce, sayAdded } from '../contacts/shared/first-rules.js';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/cache/use-command.js';
import { useAll, useRow } from '../../data/cache/use-view.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';

const obstacles: Readonly<Record<Exclude<PushState, 'possible' | 'insecure'>, string>> = {
  home_screen: 'On an iPhone or iPad, add Tocsin to the Home Screen first: Share, “Add to Home Screen”. Then open it there.',
  denied: 'Notifications from this site are blocked. Allow them in the browser’s settings for this site, then come back.',
  unknown_here: 'This browser has no push. Use Chrome, Edge, Firefox or Safari on the phone.',
};

/** Enables push on this device. Hidden once it is added. `isNotified`: it is already added. */
export function AddThisDevice({ personId, isNotified, prominent = false }: { personId: string; isNotified: boolean; prominent?: boolean }) {
  const contact = useRow('contacts', personId).data?.row;
  const [state, setState] = useState(pushState);
  const [isAdded, setAdded] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const client = useQueryClient();
  const add = useCommand('AddContactMethod', 'add this device');
  const methods = contact?.methods;
  async function addDevice({ publicKey, ...subscription }: PushSubscriptionData) {
    const contactMethodId = v7();
    await add.mutateAsync({ kind: 'push', personId, contactMethodId, ...subscription, label: deviceLabel(), rules: bothAtOnce });
    await rememberDevice({ personId, contactMethodId, publicKey });
  }
  async function press() {
    setBusy(true);
    try {
      const subscribed = await subscribeHere();
      setState(pushState());
      if (!subscribed) return;
      const known = await myMethodHere(personId, methods ?? []);
      const rules = known ? [] : bothAtOnce;
      if (known) await renewDevice(client, personId, known.contactMethodId, subscribed);
      else await addDevice(subscribed);
      setAdded(true);
      const title = 'This device gets pages from now on. Test it with the screen locked.';
      if (rules.length > 0) sayAdded(title, rules);
      else say({ kind: 'done', title });
    } catch (error) {
      // refusals of the server are already shown; those of the browser are not
      if (error instanceof DOMException)
        say({ kind: 'refused', title: 'This browser could not subscribe; nothing was changed.', detail: error.message });
    } finally {
      setBusy(false);
    }
  }
  // plain http is explained beside it, with its fixes
  if (isNotified || isAdded || state === 'insecure') return null;
  if (state !== 'possible') return <p className="basis-full text-muted">{obstacles[state]}</p>;
  return (
    <Button kind={prominent ? 'act' : 'plain'} size={prominent ? 'tall' : 'medium'} busy={isBusy} onClick={() => void press()}>
      Page this device when it is locked
    </Button>
  );
}

/** A QR code to sign in by phone. It contains only the address, no credentials. */
export function AddPhoneByCode() {
  const [isOpen, setOpen] = useState(false);
  const address = useAll('organisation')[0]?.url ?? location.origin;
  const to = `${address}/me?add=phone`;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add a phone</Button>
      {isOpen && (
        <Dialog title="Add a phone" onClose={() => setOpen(false)}>
          {!to.startsWith('https:') && (
            <p className="mb-3 text-warn">This address is plain http: a phone can open it, but push notifications don’t work.</p>
          )}
          <p className="mb-4 text-muted">
            Point the phone’s camera at it, sign in there, and press <em>Page this device</em>. On an iPhone, add the page to the Home
            Screen first.
          </p>
          <img
            src={`data:image/svg+xml,${encodeURIComponent(renderSVG(to, { border: 1 }))}`}
            alt={`A QR code of ${to}`}
            className="mx-auto block w-56 rounded-lg bg-white"
          />
          <p className="mt-3 text-center text-xs break-all text-muted">{to}</p>
          <DialogButtons>
            <Button onClick={() => setOpen(false)}>Done</Button>
          </DialogButtons>
        </Dialog>
      )}
    </>
  );
}
