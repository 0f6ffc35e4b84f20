import type { DrillRow } from '@tocsin/contracts/drills/noun.js';
import { plural } from '@tocsin/contracts/reports/words.js';
import { Link } from '@tanstack/react-router';
import { useCommand } from '../../../data/cache/use-command.js';
import { useMay, useMe } from '../../../data/session/session.js';
import { useClock } from '../../../data/time/clock.js';
import { useNames } from '../../../data/words/names.js';
import { Button } from '../../../ui/button.js';
import { Panel } from '../../../ui/panel.js';
import { At } from '../../../ui/time.js';
import { useOpenDrill } from './use-open-drill.js';

const minute = 60_000;

/** The drill that is planned or running: whom it pages, whether it may page me, and its start for admins. */
export function DrillPanel() {
  const drill = useOpenDrill();
  return drill ? (
    <Panel title={drill.state === 'running' ? 'Drill running' : 'Drill planned'}>
      <Facts drill={drill} />
      <Buttons drill={drill} />
    </Panel>
  ) : null;
}

function Facts({ drill: { from, to, openings, personIds, consenting, withdrawn } }: { drill: DrillRow }) {
  const names = useNames();
  const interrupted = withdrawn.filter(({ because }) => because === 'real_page');
  return (
    <div className="space-y-1">
      <p>
        {plural(openings.length, 'alert group')}, between <At at={from} /> and <At at={to} />. It pages only those who agree, and stops for
        anyone who gets a real page of high urgency.
      </p>
      <p className="text-muted">
        Asked: {personIds.map(names.person).join(', ')}.{' '}
        {consenting.length === 0
          ? 'No one has agreed yet.'
          : `Agreed: ${consenting.map(names.person).join(', ')}. It can page ${consenting.length} of ${plural(personIds.length, 'person', 'people')}.`}
      </p>
      {interrupted.length > 0 && (
        <p className="text-warn">Stopped by a real page: {interrupted.map(({ personId }) => names.person(personId)).join(', ')}.</p>
      )}
      {openings.some(({ number }) => number !== undefined) && (
        <p className="flex flex-wrap gap-2">
          {openings.map(({ number }) =>
            number === undefined ? null : (
              <Link key={number} to="/alerts/$number" params={{ number: String(number) }} className="link">
                #{number}
              </Link>
            ),
          )}
        </p>
      )}
    </div>
  );
}

function Buttons({ drill: { id: drillId, state, from, personIds, consenting } }: { drill: DrillRow }) {
  const { personId: me } = useMe();
  const mayRing = useMay('drill.ring');
  const now = useClock((time) => time - (time % minute));
  const agree = useCommand('GiveDrillConsent', 'agree to the drill');
  const withdraw = useCommand('WithdrawDrillConsent', 'withdraw from the drill');
  const start = useCommand('StartDrill', 'start the drill');
  const end = useCommand('EndDrill', 'end the drill');
  const notYet = Date.parse(from) > now + minute && 'Its time has not begun';
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {consenting.includes(me) ? (
        <Button busy={withdraw.isPending} onClick={() => withdraw.mutate({ drillId })}>
          Don’t page me
        </Button>
      ) : (
        personIds.includes(me) && (
          <Button kind="act" busy={agree.isPending} onClick={() => agree.mutate({ drillId })}>
            Let it page me
          </Button>
        )
      )}
      {mayRing && state === 'planned' && (
        <Button
          kind="act"
          busy={start.isPending}
          whyNot={notYet || (consenting.length === 0 && 'No one has agreed yet')}
          onClick={() => start.mutate({ drillId })}
        >
          Start the drill
        </Button>
      )}
      {mayRing && (
        <Button kind="final" busy={end.isPending} onClick={() => end.mutate({ drillId })}>
          {state === 'running' ? 'End the drill' : 'Call it off'}
        </Button>
      )}
    </div>
  );
}
