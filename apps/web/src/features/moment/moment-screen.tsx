import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { useAsOf } from '../../data/time/as-of.js';
import { useEvery, useView } from '../../data/cache/use-view.js';
import { Button } from '../../ui/button.js';
import { Screen, Nothing } from '../../ui/screen.js';
import { WhenRead } from '../../ui/when-read.js';
import { OlderGroups } from '../alerts/shared/older-groups.js';
import { Panel } from '../../ui/panel.js';
import { HistoryTabs } from '../history/shared/history-tabs.js';
import { LastGroups } from '../alerts/shared/last-groups.js';
import { OnCallThen, peopleOnCall } from './on-call-then.js';
import { PeopleThen } from './people-then.js';
import { RulesThen } from './rules-then.js';
import { SilencesThen } from './silences-then.js';

/** What was open, and who had it. */
const OpenThen = ({ rows, isMore }: { rows: readonly AlertGroupRow[]; isMore: boolean }) => (
  <Panel title="Open alert groups" count={isMore ? `the newest ${rows.length}` : rows.length}>
    {rows.length === 0 ? <Nothing>Nothing was open.</Nothing> : <LastGroups rows={rows} />}
  </Panel>
);

const openGroups = { where: { status: ['firing', 'acknowledged', 'snoozed'] }, sort: 'number', desc: true, limit: 100 };
const activeSilences = { where: { state: ['active'] }, sort: 'until', limit: 100 };

/** Who is or was on call at a moment, under which rules, and what was open. */
export function MomentScreen({ onChoose }: { onChoose: () => void }) {
  const isPast = useAsOf() !== null;
  const [onCall, groups, silences] = [useEvery('onCall'), useView('alertGroups', openGroups), useView('silences', activeSilences)];
  const readings = [onCall, groups, silences, useEvery('people'), useEvery('teams'), useEvery('policies'), useEvery('schedules')];
  const schedules = (onCall.data?.rows ?? []).filter(({ removed }) => !removed);
  const open = groups.data?.rows ?? [];
  const held = open.flatMap(({ holder, paging }) => [...(holder?.kind === 'person' ? [holder.personId] : []), ...paging]);
  const people = [...new Set([...peopleOnCall(schedules), ...held])];
  return (
    <Screen
      title={isPast ? 'Who was on call, under which rules' : 'Who is on call, under which rules'}
      aside={!isPast && <Button onClick={onChoose}>Choose a moment…</Button>}
    >
      <HistoryTabs />
      <WhenRead of={readings} what="This moment" lines={8}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 xl:grid-cols-2 xl:items-start">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <OnCallThen rows={schedules} />
            <PeopleThen ids={people} />
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <OpenThen rows={open} isMore={groups.data?.next !== null} />
            <OlderGroups hasResolved={false} />
            <SilencesThen rows={silences.data?.rows ?? []} />
            <RulesThen />
          </div>
        </div>
      </WhenRead>
    </Screen>
  );
}
