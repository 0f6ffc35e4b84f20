import { useState, type KeyboardEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { SenderShown, SendersAnswer } from '@tocsin/contracts/integrations/senders.js';
import { FindField } from '../../ui/find-field.js';
import { Nothing } from '../../ui/screen.js';
import { WhenRead } from '../../ui/when-read.js';
import { api } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';

/** Available kinds of integrations. They change only with a release. */
const useSenders = () => useQuery({ queryKey: keys.senders, queryFn: () => api<SendersAnswer>('GET', '/senders'), staleTime: Infinity });

const tile =
  'flex h-full w-full flex-col rounded-lg border border-line bg-panel p-3 text-left hover:border-line-field hover:bg-hover focus-visible:outline-2 focus-visible:outline-focus';

const hasWords = (text: string, search: string): boolean =>
  search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word));

/** Those with these words in their name first. */
const matchesOf = (senders: readonly SenderShown[], search: string): readonly SenderShown[] =>
  senders
    .filter(({ name, about }) => hasWords(`${name} ${about}`, search))
    .toSorted((a, b) => Number(hasWords(b.name, search)) - Number(hasWords(a.name, search)));

/** Available integrations as tiles; typing filters them, and Enter takes the first. */
export function SenderGrid({ onChoose }: { onChoose: (sender: SenderShown) => void }) {
  const reading = useSenders();
  const [search, setSearch] = useState('');
  const matches = matchesOf(reading.data?.senders ?? [], search);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !matches[0]) return;
    event.preventDefault();
    onChoose(matches[0]);
  };
  return (
    <>
      <FindField label="Search sources" placeholder="Search" text={search} onText={setSearch} onKeyDown={onKeyDown} />
      <div className="mt-3">
        <WhenRead of={[reading]} what="The list of sources" lines={6}>
          {matches.length === 0 && <Nothing>No sources match. Anything that can send JSON works as a custom webhook.</Nothing>}
          <ul className="grid gap-2 sm:grid-cols-2" aria-label="Sources">
            {matches.map((sender) => (
              <li key={sender.id}>
                <button type="button" className={tile} onClick={() => onChoose(sender)}>
                  <span className="font-medium">{sender.name}</span>
                  <span className="mt-0.5 text-xs text-muted">{sender.about}</span>
                </button>
              </li>
            ))}
          </ul>
        </WhenRead>
      </div>
    </>
  );
}
