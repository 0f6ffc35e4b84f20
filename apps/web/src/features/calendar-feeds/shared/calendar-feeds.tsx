import type { CalendarFeedShown, FeedSubject } from '@tocsin/contracts/calendar-feeds/noun.js';
import * as calendarFeedLimits from '@tocsin/contracts/calendar-feeds/limits.js';
import { useState } from 'react';
import { useNames } from '../../../data/words/names.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { useRemoval } from '../../../data/cache/use-removal.js';
import { useAll } from '../../../data/cache/use-view.js';
import { Button } from '../../../ui/button.js';
import { Copy } from '../../../ui/copy.js';
import { Removal } from '../../../ui/resource/removal.js';
import { ResourceList } from '../../../ui/resource/resource-list.js';
import { Slot } from '../../../ui/select.js';
import { At } from '../../../ui/time.js';
import { minutesInWords } from '../../../data/time/times.js';
import { useOwnFeeds } from './own-feeds.js';

const reminders = [15, 60, 720, 1_440];
const never = '';

/** My calendar feeds: all of them, or those of one schedule. The address of a new one is shown once. */
export function CalendarFeeds({ of }: { of: FeedSubject }) {
  const reading = useOwnFeeds();
  const make = useCommand('MakeCalendarFeed', 'make the calendar feed');
  const [address, setAddress] = useState<string | null>(null);
  const mine = (reading.data?.rows ?? []).filter(({ revoked }) => revoked === null);
  const ownFeeds = mine.filter((feed) => of.kind === 'person' || (feed.of.kind === 'schedule' && feed.of.scheduleId === of.scheduleId));
  const isOff = useAll('organisation')[0]?.calendarFeedsOff ?? false;
  const add = async () => setAddress((await make.mutateAsync({ of })).says.address);
  const canAdd = !isOff && mine.length < calendarFeedLimits.calendarFeedsPerPerson;
  return (
    <ResourceList
      id="calendar"
      title="Calendar feeds"
      what="Your calendar feeds"
      reading={reading}
      rows={ownFeeds}
      renderLine={(feed) => <FeedLine feed={feed} />}
      empty={
        of.kind === 'person' ? 'A feed shows your shifts in your calendar app.' : 'A feed shows who is on call here in your calendar app.'
      }
      addButton={
        canAdd && (
          <Button busy={make.isPending} onClick={() => void add().catch(() => undefined)}>
            Make feed
          </Button>
        )
      }
      notice={isOff && <p className="py-2 text-warn">An admin switched calendar feeds off: addresses don’t work.</p>}
      secret={address && <Address text={address} />}
    />
  );
}

const Address = ({ text }: { text: string }) => (
  <div className="py-2">
    <Copy label="Address" text={text} />
    <p className="mt-1.5 text-xs text-muted">
      Copy it now: it is shown only once. Subscribe to it in your calendar. Anyone who has it can read these shifts.
    </p>
  </div>
);

function FeedLine({ feed: { id: feedId, of, reminder, madeAt } }: { feed: CalendarFeedShown }) {
  const names = useNames();
  const change = useCommand('ChangeCalendarFeedReminder', 'change the reminder');
  const revoke = useRemoval('RevokeCalendarFeed', 'revoke the calendar feed');
  const choices = reminder === null || reminders.includes(reminder) ? reminders : [...reminders, reminder];
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line/70 py-1.5">
      <span className="font-medium">{of.kind === 'person' ? 'My shifts' : names.schedule(of.scheduleId)}</span>
      <span className="text-muted">
        made <At at={madeAt} />
      </span>
      <span className="flex items-center justify-between gap-3 max-sm:w-full sm:ml-auto">
        <Slot
          label="Reminder before a shift"
          value={reminder === null ? never : String(reminder)}
          disabled={change.isPending}
          onChange={({ target: { value } }) => change.mutate({ feedId, reminder: value === never ? null : Number(value) })}
        >
          <option value={never}>No reminder</option>
          {choices.map((minutes) => (
            <option key={minutes} value={minutes}>
              {minutesInWords(minutes)} before
            </option>
          ))}
        </Slot>
        <Removal
          label="Revoke"
          says="Calendars that use this address are refused from now on."
          act="Revoke feed"
          onRemove={() => revoke({ feedId })}
        />
      </span>
    </li>
  );
}
