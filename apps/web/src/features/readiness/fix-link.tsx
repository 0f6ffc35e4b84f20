import type { ReadinessReason } from '@tocsin/contracts/people/readiness.js';
import { readinessReasons } from '@tocsin/contracts/people/readiness-reasons.js';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../data/session/session.js';
import { whoMay } from '../../data/session/who-may.js';
import { BarredWords } from '../../ui/barred-hint.js';

/** The one thing to do about a reason, where it is done. */
export function FixLink({ reason: { code, policyId } }: { reason: ReadinessReason }) {
  const maySetChannels = useMay('connections.configure');
  const maySetMail = useMay('owner.configure');
  const { says, to, at } = readinessReasons[code].fix;
  const words = 'link whitespace-nowrap';
  if (to === '/policies/$id')
    return (
      <Link to={to} params={{ id: policyId ?? '' }} hash={at} className={words}>
        {says}
      </Link>
    );
  // without the permission, a hint who has it
  if (to === '/settings/channels' && !maySetChannels)
    return <BarredWords>Only {whoMay('connections.configure')} can set it up.</BarredWords>;
  if (to === '/settings/mail' && !maySetMail) return <BarredWords>Only {whoMay('owner.configure')} can set it up.</BarredWords>;
  return (
    <Link to={to} hash={at} className={words}>
      {says}
    </Link>
  );
}
