import * as groupingLimits from '@tocsin/contracts/grouping-limits.js';
import type { Grouping } from '@tocsin/contracts/grouping.js';
import { MinutesSlot } from '../../../ui/minutes-slot.js';
import { Slot } from '../../../ui/select.js';
import { monoSlot } from '../../policies/shared/matcher-line.js';

interface Props {
  /** `rule 2`, `this service`. */
  name: string;
  /** What the values are for. */
  as?: keyof typeof labels;
  /** What stands for no grouping of its own. */
  none: string;
  value: Grouping | null;
  onChange: (grouping: Grouping | null) => void;
}

const labels = {
  grouping: { kind: 'Grouping', by: 'groups', window: 'Window', after: 'of the last one' },
  linking: { kind: 'Linking', by: 'links', window: 'Window of linking', after: 'of the last one of its team' },
} as const;

type Kind = 'none' | Grouping['by']['kind'];
const startOf: Record<Exclude<Kind, 'none'>, Grouping['by']> = {
  fields: { kind: 'fields', fields: ['alertname'] },
  template: { kind: 'template', template: '{{alertname}}' },
};
const usualWindow = 60;

/** Labels as they are typed: `cluster, alertname`. */
const textOf = ({ by }: Grouping): string => (by.kind === 'fields' ? by.fields.join(', ') : by.template);
const typedAs = (by: Grouping['by'], text: string): Grouping['by'] =>
  by.kind === 'template' ? { ...by, template: text } : { ...by, fields: text.split(',').map((field) => field.trimStart()) };

/** “[by labels] [cluster], for [1 h] after the last one”. */
export function GroupingSlots({ name, as = 'grouping', none, value, onChange }: Props) {
  const label = labels[as];
  const choose = (kind: Kind) =>
    onChange(kind === 'none' ? null : { windowMinutes: value?.windowMinutes ?? usualWindow, by: startOf[kind] });
  return (
    <>
      <Slot label={`${label.kind} of ${name}`} value={value?.by.kind ?? 'none'} onChange={({ target }) => choose(target.value as Kind)}>
        <option value="none">{none}</option>
        <option value="fields">by labels</option>
        <option value="template">by a template</option>
      </Slot>
      {value && (
        <>
          <input
            aria-label={`What ${name} ${label.by} by`}
            placeholder={value.by.kind === 'fields' ? 'cluster, alertname' : '{{cluster}} {{alertname}}'}
            value={textOf(value)}
            onChange={({ target }) => onChange({ ...value, by: typedAs(value.by, target.value) })}
            className={monoSlot}
          />
          <span>within</span>
          <MinutesSlot<number>
            label={`${label.window} of ${name}`}
            value={value.windowMinutes}
            presets={[5, 30, 60, 240, 1440]}
            min={groupingLimits.windowMinutes.min}
            max={groupingLimits.windowMinutes.max}
            onChange={(windowMinutes) => onChange({ ...value, windowMinutes })}
          />
          <span>{label.after}</span>
        </>
      )}
    </>
  );
}
