import { useCount } from '../../../data/cache/use-view.js';

const open = ['firing', 'acknowledged', 'snoozed', 'suppressed'] as const;

interface Props {
  serviceIds: readonly string[];
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** “Apply to 3 open alert groups”: shown if there are any; otherwise a save applies only to later ones. */
export function ApplyToOpen({ serviceIds, checked, onChange }: Props) {
  const count = useCount('alertGroups', { where: { status: open, serviceId: serviceIds } }, serviceIds.length > 0);
  if (!count) return null;
  return (
    <label className="flex min-h-9 items-center gap-2">
      <input type="checkbox" className="accent-act" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      Apply to {count === 1 ? 'the open alert group' : `the ${count} open alert groups`}, too: the escalation continues after the step it
      had reached
    </label>
  );
}
