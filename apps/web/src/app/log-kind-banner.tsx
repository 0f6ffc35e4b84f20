import { useQuery } from '@tanstack/react-query';
import { statusQuery } from '../data/session/session.js';

/** Banner text by log kind, for logs that are not live. */
const words = {
  demo: ['Demo data.', 'An invented company: no one is paged, and new alerts aren’t processed.'],
  import: ['Imported history.', 'No one is paged from here, and new alerts aren’t processed.'],
} as const;

/** Shown on every screen of a demo or an import, so that it is not mistaken for the live log. */
export function LogKindBanner() {
  const kind = useQuery(statusQuery).data?.kind ?? 'live';
  if (kind === 'live') return null;
  const [what, says] = words[kind];
  return (
    <p aria-label="Kind of log" role="note" className="border-t border-warn bg-warn-ground px-4 py-1.5 text-warn sm:px-5">
      <span className="font-semibold">{what}</span> {says}
    </p>
  );
}
