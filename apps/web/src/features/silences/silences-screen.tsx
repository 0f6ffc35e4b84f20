import type { SilenceRow } from '@tocsin/contracts/silences/noun.js';
import { plural } from '@tocsin/contracts/reports/words.js';
import * as silenceLimits from '@tocsin/contracts/silences/limits.js';
import { textOrErased } from '@tocsin/contracts/redactions/noun.js';
import { useState } from 'react';
import { useCommand } from '../../data/cache/use-command.js';
import { useEvery, useMore, useView } from '../../data/cache/use-view.js';
import { useMay } from '../../data/session/session.js';
import { whoMay } from '../../data/session/who-may.js';
import { useNames } from '../../data/words/names.js';
import { BarredHint } from '../../ui/barred-hint.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { Nothing, Screen, Section } from '../../ui/screen.js';
import { Ago } from '../../ui/time.js';
import { Countdown } from '../../ui/age.js';
import { WhenRead, WhenSettled } from '../../ui/when-read.js';
import { InhibitionSection } from '../inhibition/shared/inhibition-section.js';
import { MaintenanceSection } from '../maintenance/shared/maintenance-section.js';
import { matcherWords } from '../policies/shared/matcher-line.js';
import { useGroupsOfSilences } from './groups-of-silences.js';
import { MutingLine } from './shared/muting-line.js';
import { StartSilenceDialog } from './shared/start-silence-dialog.js';

const active = { where: { state: ['active'] }, sort: 'until', limit: 200 };
const ended = { where: { state: ['ended'] }, sort: 'until', desc: true, limit: 50 };

/** What is muted now, and what was. */
export function SilencesScreen() {
  const may = useMay('silence.start');
  const [activeOnes, endedOnes] = [useView('silences', active), useView('silences', ended)];
  // the sections below read theirs: nothing moves when they come
  const readings = [activeOnes, endedOnes, useEvery('maintenanceWindows'), useEvery('inhibitionRules')];
  const groups = useGroupsOfSilences();
  const more = useMore('silences', active);
  const [isOpen, setOpen] = useState(false);
  return (
    <Screen title="Silences" aside={may && <Button onClick={() => setOpen(true)}>New silence</Button>}>
      <WhenSettled of={readings}>
        <WhenRead of={[activeOnes, endedOnes]} what="The silences">
          {!may && <BarredHint className="-mt-3 mb-4">Only {whoMay('silence.start')} can silence alerts.</BarredHint>}
          <Section title="Active">
            {activeOnes.data?.rows.length === 0 && <Nothing>Nothing is silenced.</Nothing>}
            <ul>
              {activeOnes.data?.rows.map((silence) => (
                <SilenceLine key={silence.id} silence={silence} groups={groups && (groups.get(silence.id) ?? 0)} />
              ))}
            </ul>
            {activeOnes.data?.next && (
              <Button kind="quiet" className="mt-3" onClick={() => void more()}>
                Load more
              </Button>
            )}
          </Section>
          {(endedOnes.data?.rows.length ?? 0) > 0 && (
            <Section title="Ended">
              <ul>
                {endedOnes.data?.rows.map((silence) => (
                  <SilenceLine key={silence.id} silence={silence} />
                ))}
              </ul>
            </Section>
          )}
        </WhenRead>
        <MaintenanceSection />
        <InhibitionSection />
      </WhenSettled>
      {isOpen && <StartSilenceDialog onClose={() => setOpen(false)} />}
    </Screen>
  );
}

/** `groups`: alert groups that it suppresses now; absent: not known, or it is over. */
function SilenceLine({ silence, groups }: { silence: SilenceRow; groups?: number | undefined }) {
  const { id: silenceId, teamId, matchers, comment, by, from, until, state, endedAt, untilResolved } = silence;
  const names = useNames();
  const may = useMay('silence.start', { teamId });
  const end = useCommand('EndSilence', 'end the silence');
  const extend = useCommand('ChangeSilenceEnd', 'extend the silence');
  const later = new Date(Date.parse(until) + silenceLimits.extension).toISOString();
  const words = textOrErased(comment);
  const isActive = state === 'active';
  return (
    <MutingLine
      state={isActive ? 'active' : 'over'}
      title={words || matchers.map(matcherWords).join(' and ')}
      matchers={words ? matchers : []}
      note={`${teamId === null ? 'All teams' : names.team(teamId)}${untilResolved && isActive ? ' · until it resolves' : ''}`}
      by={by}
      period={{ from, until: endedAt ?? until }}
      end={
        isActive ? (
          <>
            ends in <Countdown to={until} />
            {groups !== undefined && (
              <span className="block text-xs">{groups === 0 ? 'nothing suppressed' : `suppresses ${plural(groups, 'group')}`}</span>
            )}
          </>
        ) : (
          <>
            ended <Ago at={endedAt ?? until} />
          </>
        )
      }
    >
      {isActive && may && (
        <>
          <Button kind="quiet" busy={extend.isPending} onClick={() => extend.mutate({ silenceId, until: later })}>
            Extend 2 h
          </Button>
          <Confirm
            label="End now"
            title="End the silence"
            says="Alerts that it mutes and that still fire page after 5 minutes."
            act="End silence"
            busy={end.isPending}
            onConfirm={() => end.mutate({ silenceId })}
          />
        </>
      )}
    </MutingLine>
  );
}
