import type { WhyAnswer } from '@tocsin/contracts/why/why.js';
import { Link } from '@tanstack/react-router';
import { useMe } from '../../data/session/session.js';
import { fromLocalInput, toLocalInput } from '../../data/time/local-input.js';
import { clockTime } from '../../data/time/times.js';
import { serverNow } from '../../data/time/clock.js';
import { useNames } from '../../data/words/names.js';
import { Button } from '../../ui/button.js';
import { DateInput } from '../../ui/date-input.js';
import { filterClass } from '../../ui/filter-class.js';
import { panelClass } from '../../ui/panel.js';
import { Nothing, Screen } from '../../ui/screen.js';
import { WhenRead } from '../../ui/when-read.js';
import { stateWord } from '../alerts/shared/state-word.js';
import { MutedByGroup } from '../silences/shared/muted-by.js';
import { HistoryTabs } from '../history/shared/history-tabs.js';
import { ChoosePerson } from './shared/choose-person.js';
import { useWhy } from './shared/use-why.js';
import { WhyGroup } from './shared/why-group.js';

export interface WhySearch {
  readonly person?: string;
  /** An instant; absent: now. */
  readonly at?: string;
}

interface Props {
  search: WhySearch;
  onSearch: (search: WhySearch) => void;
}

const anHour = 3_600_000;
/** Up to this many alert groups are unfolded. */
const maxUnfolded = 3;
const isInstant = (text: string | undefined): text is string => text !== undefined && !Number.isNaN(Date.parse(text));

/** Everything that could have paged a person in the hour before a moment, and what paged them or did not. */
export function WhyScreen({ search, onSearch }: Props) {
  const { personId: me } = useMe();
  const person = search.person ?? me;
  const at = isInstant(search.at) ? new Date(search.at).toISOString() : undefined;
  const put = (change: WhySearch) => onSearch({ ...(search.person ? { person: search.person } : {}), ...(at ? { at } : {}), ...change });
  return (
    <Screen title="Why was someone (not) paged?">
      <HistoryTabs />
      <search className="flex flex-wrap items-center gap-2">
        <ChoosePerson value={person} onChoose={(chosen) => put({ person: chosen || me })} />
        <DateInput
          kind="datetime"
          isPast
          aria-label="At"
          className={`${filterClass} gap-2`}
          value={at ? toLocalInput(Date.parse(at)) : ''}
          max={toLocalInput(serverNow())}
          onPut={(text) => {
            const moment = fromLocalInput(text);
            onSearch({ person, ...(moment ? { at: moment } : {}) });
          }}
        />
        {at && <Button onClick={() => onSearch({ person })}>Back to now</Button>}
      </search>
      <div className="mt-5">
        <Result person={person} at={at} />
      </div>
    </Screen>
  );
}

function Result({ person, at }: { person: string; at: string | undefined }) {
  const reading = useWhy({ person, ...(at ? { at } : {}) });
  return (
    <WhenRead of={[reading]} what="The answer" lines={6}>
      {reading.data && <Groups answer={reading.data} />}
    </WhenRead>
  );
}

function Groups({ answer: { personId, at, groups, more } }: { answer: WhyAnswer }) {
  const names = useNames();
  const now = serverNow();
  const from = new Date(Date.parse(at) - anHour).toISOString();
  const between = `between ${clockTime(from, now)} and ${clockTime(at, now)}`;
  if (groups.length === 0)
    return (
      <Nothing>
        No alert group could have paged {personId === names.me ? 'you' : names.person(personId)} {between}.
      </Nothing>
    );
  return (
    <>
      <p className="mb-4 text-muted">Alert groups that were open {between}, newest first.</p>
      {groups.map((group) => (
        <section key={group.groupId} className={`${panelClass} mb-5 px-4 py-3`}>
          <h2 className="mb-1 flex items-center gap-2 font-medium">
            <Link to="/alerts/$number" params={{ number: String(group.number) }} className="min-w-0 truncate hover:underline">
              <span className="mr-1.5 font-normal text-faint tabular-nums">#{group.number}</span>
              {group.title}
            </Link>
            <span className="ml-auto shrink-0 text-xs font-normal text-muted">{stateWord(group.status)}</span>
          </h2>
          {group.status === 'suppressed' && <MutedByGroup groupId={group.groupId} />}
          <WhyGroup personId={personId} group={group} isFolded={groups.length > maxUnfolded} />
        </section>
      ))}
      {more && <p className="text-muted">Only the newest 50 alert groups are shown. Choose an earlier time to see others.</p>}
    </>
  );
}
