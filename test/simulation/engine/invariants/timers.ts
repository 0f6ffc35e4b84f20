import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { OpenGroup } from '@tocsin/domain/alert-groups/shared/reads.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { Invariant, Witness } from './invariant.js';

const plannedBy: Readonly<Record<string, (group: OpenGroup) => string | undefined>> = {
  EscalationStepTaken: ({ climb }) => climb.next?.plannedBy,
  HolderAsked: (group) => (group.status === 'acknowledged' ? group.timeout?.plannedBy : undefined),
  UpdateSent: ({ update }) => update?.plannedBy,
  AlertGroupReturnedToFiring: (group) => (group.status === 'acknowledged' ? group.timeout?.plannedBy : undefined),
};

const groupOf = ({ memory }: Witness, { data }: Recorded): OpenGroup | undefined =>
  memory.rows<OpenGroup>('groups').get((data as { readonly groupId: string }).groupId);

/** A timer does what is planned at that moment, not what was renewed, taken over or ended in the meantime. Once for each plan. */
export const timers = (): Invariant => {
  const taken = new Set<string>();
  const plans = new Set<string>();
  let last = '';
  const opened = new Map<string, string>();
  const act = (event: Recorded, witness: Witness): readonly string[] => {
    const planned = plannedBy[event.type];
    const { causationId } = event.meta;
    // effects of an attempt, a provider’s response, or a person’s departure were not planned
    if (event.type.endsWith('Planned') && event.type !== 'AttemptPlanned') plans.add(event.id);
    if (!planned || causationId === null || !plans.has(causationId)) return [];
    // a step without people is skipped at once: the same command takes the next one
    const isFirst = last !== event.meta.commandId;
    last = event.meta.commandId;
    if (!isFirst) return [];
    const group = groupOf(witness, event);
    const outcome = `${event.stream} ${causationId} ${event.type}`;
    const found: string[] = [];
    if (taken.has(outcome)) found.push(`${event.ordinal}: ${event.type} a second time because of ${causationId}`);
    if (group && planned(group) !== causationId) found.push(`${event.ordinal}: ${event.type} because of what stands planned no more`);
    taken.add(outcome);
    return found;
  };
  /** A test ends automatically, but not early, also after it was reopened. */
  const endOfTest = (event: Recorded, witness: Witness): readonly string[] => {
    const { at } = event.meta;
    if (event.type === 'AlertGroupOpened' || event.type === 'AlertGroupReopened') opened.set(event.stream, at);
    if (event.type !== 'AlertGroupResolved' || (event.data as FactOf<'AlertGroupResolved'>).by !== 'timer') return [];
    const lasted = millisBetween(opened.get(event.stream) ?? at, at);
    const isPlain = witness.installation.profile.clockStepEvery === 0;
    return isPlain && lasted < limits.testAlertResolvesAfter ? [`${event.ordinal}: a test ended after ${lasted} ms`] : [];
  };
  return { before: (event, witness) => [...act(event, witness), ...endOfTest(event, witness)] };
};
