import type { SilencePreview } from '@tocsin/contracts/silences/preview.js';
import { count } from '../../../data/words/sentence.js';
import { Check } from '../../../ui/field.js';
import { StateMark } from '../../alerts/shared/state-mark.js';

interface Props {
  preview: SilencePreview;
  /** Groups that are left out. */
  exempt: ReadonlySet<string>;
  onChange: (exempt: ReadonlySet<string>) => void;
}

/** Open alert groups that conditions cover, each with a tick, and what they would have covered lately. */
export function CoveredGroups({ preview: { open, groups, past }, exempt, onChange }: Props) {
  const toggle = (groupId: string, isCovered: boolean) => {
    const next = new Set(exempt);
    if (isCovered) next.delete(groupId);
    else next.add(groupId);
    onChange(next);
  };
  const high = open.filter(({ urgency }) => urgency === 'high').length;
  return (
    <section aria-label="What it covers" className="my-4">
      <h3 className="flex items-baseline justify-between gap-3 font-medium">
        {groups === 0 ? 'Covers nothing now' : `Covers ${count(groups, 'open alert group')}`}
        {high > 0 && <span className="text-xs font-normal text-muted">{high} high urgency</span>}
      </h3>
      <ul className="mt-1.5 max-h-56 overflow-auto">
        {open.map(({ groupId, number, title, status, urgency, covered, firing }) => (
          <li key={groupId} className="flex min-h-8 items-center gap-2 max-sm:min-h-11">
            <Check
              label={`#${number} ${title}`}
              checked={!exempt.has(groupId)}
              onChange={({ target }) => toggle(groupId, target.checked)}
            />
            <span className="ml-auto flex shrink-0 items-center gap-2 text-xs text-muted">
              {covered < firing && `${covered} of ${firing} alerts`}
              {exempt.has(groupId) && 'not silenced'}
              <StateMark status={status} urgency={urgency} size={14} />
            </span>
          </li>
        ))}
      </ul>
      {groups > open.length && <p className="text-muted">and {(groups - open.length).toLocaleString('en')} more, all silenced</p>}
      <p className="mt-1.5 text-muted">
        {past.alerts === 0
          ? `Would have muted nothing in ${past.days} days`
          : `Would have muted ${past.isCut ? 'at least ' : ''}${count(past.alerts, 'alert')} of ${count(past.groups, 'alert group')} in ${past.days} days`}
      </p>
    </section>
  );
}
