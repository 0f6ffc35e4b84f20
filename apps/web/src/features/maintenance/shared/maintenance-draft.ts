import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import type { MaintenanceRow } from '@tocsin/contracts/maintenance/noun.js';
import { serverNow } from '../../../data/time/clock.js';
import { toLocalInput } from '../../../data/time/local-input.js';
import { browserZone } from '../../../data/time/zone-times.js';
import { newMatcher } from '../../policies/shared/matcher-line.js';

/** What the form holds. */
export interface MaintenanceDraft {
  readonly teamId: string | null;
  readonly name: string;
  readonly services: readonly string[];
  readonly matchers: readonly LabelMatcher[];
  readonly from: string;
  readonly to: string;
  readonly zone: string;
  readonly rule: string;
  readonly behaviour: MaintenanceRow['behaviour'];
  /** The number of alert groups, as typed. */
  readonly typed: string;
}

const hour = 3_600_000;

/** A new window is for an hour from now. */
export const newDraft = (teamId: string, serviceId: string | undefined): MaintenanceDraft => ({
  teamId,
  name: '',
  services: serviceId === undefined ? [] : [serviceId],
  matchers: [newMatcher],
  from: toLocalInput(serverNow()),
  to: toLocalInput(serverNow() + hour),
  zone: browserZone(),
  rule: '',
  behaviour: 'suppress',
  typed: '',
});

export const draftOf = ({ matchers, rule, ...row }: MaintenanceRow): MaintenanceDraft => ({
  ...row,
  matchers: matchers.length > 0 ? matchers : [newMatcher],
  rule: rule ?? '',
  typed: '',
});

export const named = ({ matchers }: MaintenanceDraft): LabelMatcher[] => matchers.filter(({ label }) => label.trim() !== '');

const confirmed = (covered: number | null) => (covered === null ? {} : { coversEverything: true as const });

/** The settings as a command has them. */
export const settingsOf = (draft: MaintenanceDraft, covered: number | null) => {
  const { name, services, from, to, zone, rule, behaviour } = draft;
  return {
    name,
    services: [...services],
    matchers: named(draft),
    from,
    to,
    zone,
    rule: rule.trim() || null,
    behaviour,
    ...confirmed(covered),
  };
};

/** `covered`: alert groups of conditions that cover everything. Null: they don’t. */
export const whyNot = (draft: MaintenanceDraft, covered: number | null, isAsked: boolean): string | false =>
  (draft.name.trim() === '' && 'Name the window') ||
  (draft.services.length === 0 && named(draft).length === 0 && 'Choose services, or name a label') ||
  (draft.from >= draft.to && 'The end must be after the beginning') ||
  (isAsked && 'Finding what it covers') ||
  (covered !== null && draft.typed.trim() !== String(covered) && 'Type the number of alert groups');

/** The recurrences that the form offers, by their rule. Others are typed. */
export const recurrences = [
  { id: '', label: 'Once' },
  { id: 'FREQ=DAILY', label: 'Every day' },
  { id: 'FREQ=WEEKLY', label: 'Every week' },
  { id: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', label: 'Every weekday' },
  { id: 'FREQ=MONTHLY', label: 'Every month, on this day' },
  { id: 'FREQ=MONTHLY;BYMONTHDAY=-1', label: 'Every month, on its last day' },
  { id: 'FREQ=YEARLY', label: 'Every year' },
] as const;

/** `every weekday`; of a rule that was typed, only that it recurs. */
export const recurrenceWords = (rule: string): string =>
  recurrences
    .find(({ id }) => id === rule)
    ?.label.replace(/^E/, 'e')
    .replace(/,.*/, '') ?? 'recurring';

export const isOffered = (rule: string): boolean => recurrences.some(({ id }) => id === rule);
