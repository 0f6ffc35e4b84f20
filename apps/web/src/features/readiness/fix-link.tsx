import type { ReadinessReason } from '@tocsin/contracts/readiness.js';
import { readinessReasons } from '@tocsin/contracts/readiness-reasons.js';
import { Link } from '@tanstack/react-router';

/** The one thing to do about a reason, where it is done. */
export function FixLink({ reason: { code, policyId } }: { reason: ReadinessReason }) {
  const { says, to, at } = readinessReasons[code].fix;
  return to === '/me' ? (
    <Link to={to} hash={at} className="link whitespace-nowrap">
      {says}
    </Link>
  ) : (
    <Link to={to} params={{ id: policyId ?? '' }} hash={at} className="link whitespace-nowrap">
      {says}
    </Link>
  );
}
