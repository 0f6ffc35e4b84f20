import { Link } from '@tanstack/react-router';
import { useMay } from '../../data/session/session.js';
import { whoMay } from '../../data/session/who-may.js';
import { Screen } from '../../ui/screen.js';
import { WhenRead } from '../../ui/when-read.js';
import { InvitationsPanel } from './invitations-panel.js';
import { MoveProgress } from './move-progress.js';
import { MoveReport } from './move-report.js';
import { OnCallThere } from './on-call-there.js';
import { PhoneNumbersPanel } from './phone-numbers-panel.js';
import { PolicyDrills } from './policy-drills.js';
import { PlanPanel } from './plan-panel.js';
import { StartMove } from './start-move.js';
import { useMovingIn } from './use-moving-in.js';

/** Leaving another system: read it, compare, look at what would change, apply. */
export function MovingInScreen() {
  const may = useMay('import.manage');
  return (
    <Screen
      narrow
      title="Moving in"
      aside={
        <Link to="/settings/moving-in/side-by-side" className="link">
          Side by side
        </Link>
      }
    >
      {may ? <Move /> : <p className="text-muted">Only {whoMay('import.manage')} can move an organisation in.</p>}
    </Screen>
  );
}

function Move() {
  const reading = useMovingIn();
  const { current = null, invitations } = reading.data ?? {};
  return (
    <WhenRead of={[reading]} what="The move" lines={6}>
      {current === null ? <StartMove /> : <MoveProgress key={current.id} move={current} />}
      {current?.report && (
        <>
          <OnCallThere report={current.report} />
          <MoveReport report={current.report} />
          <PlanPanel key={current.at} move={current} refused={current.report.refused} />
        </>
      )}
      {current && <PhoneNumbersPanel move={current} />}
      {invitations && <InvitationsPanel {...invitations} />}
      <PolicyDrills />
    </WhenRead>
  );
}
