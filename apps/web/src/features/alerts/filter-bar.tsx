import { useEffect, useEffectEvent, useState, type Ref } from 'react';
import { useTeams } from '../../data/teams.js';
import { useAll } from '../../data/use-view.js';
import { Key } from '../../ui/key.js';
import { shownStates, type AlertsSearch, type Shown } from './filters.js';

interface Props {
  search: AlertsSearch;
  /** From what the address says by then: two changes may follow each other before the first is shown. */
  onSearch: (change: (search: AlertsSearch) => AlertsSearch) => void;
  input: Ref<HTMLInputElement>;
}

const words: Record<Shown, string> = { open: 'Open', firing: 'Firing', acknowledged: 'Acknowledged', resolved: 'Resolved', all: 'All' };
const chosen = 'h-8 rounded-md border border-line bg-raised px-2 text-ink max-sm:min-w-0 max-sm:flex-1';

/** What is looked at; kept in the address, so that a link shows the same. */
export function FilterBar({ search, onSearch, input }: Props) {
  const services = useAll('services').toSorted((a, b) => a.name.localeCompare(b.name));
  const teams = useTeams().toSorted((a, b) => a.name.localeCompare(b.name));
  const { state = 'open' } = search;
  const put = (change: Record<string, string | undefined>) =>
    onSearch((before) => Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value && value !== 'open')));
  return (
    <search className="flex flex-wrap items-center gap-2">
      <fieldset className="flex rounded-md border border-line bg-raised p-0.5 max-sm:w-full">
        <legend className="sr-only">State</legend>
        {shownStates.map((one) => (
          <label
            key={one}
            className="flex-1 rounded px-2.5 py-0.5 text-center whitespace-nowrap text-muted hover:text-ink has-checked:bg-hover has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input type="radio" name="state" className="sr-only" checked={state === one} onChange={() => put({ state: one })} />
            {words[one]}
          </label>
        ))}
      </fieldset>
      <select
        aria-label="Urgency"
        className={chosen}
        value={search.urgency ?? ''}
        onChange={(event) => put({ urgency: event.target.value })}
      >
        <option value="">Any urgency</option>
        <option value="high">High urgency</option>
        <option value="low">Low urgency</option>
      </select>
      <select
        aria-label="Service"
        className={chosen}
        value={search.service ?? ''}
        onChange={(event) => put({ service: event.target.value })}
      >
        <option value="">All services</option>
        {services.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {(teams.length > 1 || search.team) && (
        <select aria-label="Team" className={chosen} value={search.team ?? ''} onChange={(event) => put({ team: event.target.value })}>
          <option value="">All teams</option>
          {teams.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <select
        aria-label="Assignee"
        className={chosen}
        value={search.assignee ?? ''}
        onChange={(event) => put({ assignee: event.target.value })}
      >
        <option value="">Any assignee</option>
        <option value="me">Assigned to me</option>
      </select>
      <TextSearch q={search.q ?? ''} onText={(q) => put({ q })} input={input} />
    </search>
  );
}

const typingPause = 180;

/** The address follows a moment after the typing. */
function TextSearch({ q, onText, input }: { q: string; onText: (q: string) => void; input: Ref<HTMLInputElement> }) {
  const [text, setText] = useState(q);
  const [shown, setShown] = useState(q);
  /** What was told and is not in the address yet: it comes while somebody types on. */
  const [underWay, setUnderWay] = useState<readonly string[]>([]);
  if (q !== shown) {
    setShown(q);
    setUnderWay(underWay.slice(underWay.indexOf(q) + 1));
    if (!underWay.includes(q)) {
      setUnderWay([]);
      setText(q);
    }
  }
  const tell = useEffectEvent((wanted: string) => {
    if (wanted === (underWay.at(-1) ?? q)) return;
    setUnderWay([...underWay, wanted]);
    onText(wanted);
  });
  useEffect(() => {
    const timer = setTimeout(() => tell(text.trim()), typingPause);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <span className="relative max-sm:basis-full">
      <input
        ref={input}
        type="search"
        aria-label="Search in number, title, service and labels"
        placeholder="Search, or label=value"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        className="h-8 w-full rounded-md border border-line bg-raised px-2 sm:w-64 sm:pr-8"
      />
      {!text && (
        <span className="pointer-events-none absolute top-1.5 right-2 text-faint">
          <Key>/</Key>
        </span>
      )}
    </span>
  );
}
