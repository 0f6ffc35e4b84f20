import { receiverTraits, type ReceiverKind } from '@tocsin/contracts/event-subscriptions/receivers.js';
import { useMemo } from 'react';
import { byId } from '../../../data/cache/by-id.js';
import { useView } from '../../../data/cache/use-view.js';
import { useNames, type Names } from '../../../data/words/names.js';

/** `webhook`, `Slack`. */
export const receiverWord = ({ receiver = 'webhook' }: { readonly receiver?: ReceiverKind | undefined }): string =>
  receiverTraits[receiver].word;

/** Every name, those of webhooks too: only screens that show what policies call read them. `isNeeded`: whether this one does. */
export function useTargetNames(isNeeded = true): Names {
  const names = useNames();
  const subscriptions = useView('eventSubscriptions', { all: true }, { isEnabled: isNeeded }).data?.rows;
  return useMemo(() => {
    const known = byId(subscriptions ?? []);
    return { ...names, webhook: (id) => (id && known.has(id) ? `${known.get(id)!.name} (${receiverWord(known.get(id)!)})` : 'a webhook') };
  }, [names, subscriptions]);
}
