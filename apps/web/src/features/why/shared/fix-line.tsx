import type { WhyGroup } from '@tocsin/contracts/why/why.js';
import { Link } from '@tanstack/react-router';
import { policyIn, whyFix, type FixPlace } from './why-fixes.js';

const words = 'link whitespace-nowrap';

/** The fix, with a link to its screen. */
export function FixLine({ personId, group }: { personId: string; group: WhyGroup }) {
  const fix = whyFix(group);
  if (!fix) return null;
  return (
    <p className="pb-1 text-xs text-muted">
      {fix.says} <Way where={fix.where} personId={personId} group={group} />
    </p>
  );
}

function Way({ where, personId, group }: { where: FixPlace; personId: string; group: WhyGroup }) {
  const policyId = policyIn(group.events);
  if (where === 'policy' && policyId)
    return (
      <Link to="/policies/$id" params={{ id: policyId }} hash="steps" className={words}>
        Open the policy
      </Link>
    );
  if (where === 'group')
    return (
      <Link to="/alerts/$number" params={{ number: String(group.number) }} className={words}>
        Open the alert group
      </Link>
    );
  if (where === 'mail')
    return (
      <Link to="/settings/mail" className={words}>
        Open mail settings
      </Link>
    );
  if (where === 'health')
    return (
      <Link to="/settings/health" className={words}>
        Open health
      </Link>
    );
  return (
    <Link to="/people/$id" params={{ id: personId }} className={words}>
      Check the contact methods
    </Link>
  );
}
