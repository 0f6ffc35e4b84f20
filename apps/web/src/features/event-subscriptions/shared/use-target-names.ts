import { useMemo } from 'react';
import { byId } from '../../../data/cache/by-id.js';
import { useView } from '../../../data/cache/use-view.js';
import { useNames, type Names } from '../../../data/words/names.js';

/** Every name, those of webhooks too: only screens that show what policies call read them. `isNeeded`: whether this one does. */
export function useTargetNames(isNeeded = true): Names {
  const names = useNames();
  const subscriptions = useView('eventSubscriptions', { all: true }, { isEnabled: isNeeded }).data?.rows;
  return useMemo(() => {
    const known = byId(subscriptions ?? []);
    return { ...names, webhook: (id) => (id && known.has(id) ? `${known.get(id)!.name} (webhook)` : 'a webhook') };
  }, [names, subscriptions]);
}
