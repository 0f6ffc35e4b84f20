import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { useNames } from '../../../data/words/names.js';

/** Explains an alert group about refused signals, and how to fix it. */
export function RefusedNote({ row: { refused, status } }: { row: AlertGroupRow }) {
  const names = useNames();
  if (!refused || status === 'resolved') return null;
  const { integrationId, signals, because } = refused;
  const isUnreadable = because === 'unreadable';
  return (
    <p className="mt-3 max-w-2xl text-warn">
      {names.integration(integrationId)} {isUnreadable ? 'sends alerts that can’t be read' : 'sends more than its hard limit'}: at least{' '}
      {signals.toLocaleString('en')} {signals === 1 ? 'request was' : 'requests were'} refused, and may be missing here.{' '}
      {isUnreadable
        ? 'Check what has changed at the source: the integration shows why the last one was refused.'
        : 'Check why it sends so many alerts, or ask an admin to raise the limit in the settings of the integration.'}{' '}
      Resolves when nothing was refused for {isUnreadable ? 15 : 10} min.
    </p>
  );
}
