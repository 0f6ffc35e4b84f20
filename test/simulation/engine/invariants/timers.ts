import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { OpenGroup } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
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
  const takenTimers = new Set<string>();
  const plans = new Set<string>();
  let last = '';
  const openedAt = new Map<string, string>();
  const act = (event: Recorded, witness: Witness): readonly string[] => {
    const timerName = plannedBy[event.type];
    const { causationId } = event.meta;
    // effects of an attempt, a provider’s response, or a person’s departure were not planned
    if (event.type.endsWith('Planned') && event.type !== 'AttemptPlanned') plans.add(event.id);
    if (!timerName || causationId === null || !plans.has(causationId)) return [];
    // a step without people is skipped at once: the same command takes the next one
    const isFirst = last !== event.meta.commandId;
    last = event.meta.commandId;
    if (!isFirst) return [];
    const group = groupOf(witness, event);
    const outcome = `${event.stream} ${causationId} ${event.type}`;
    const timerViolations: string[] = [];
    if (takenTimers.has(outcome)) timerViolations.push(`${event.ordinal}: ${event.type} a second time because of ${causationId}`);
    if (group && timerName(group) !== causationId)
      timerViolations.push(`${event.ordinal}: ${event.type} because of what stands planned no more`);
    takenTimers.add(outcome);
    return timerViolations;
  };
  /** A test ends automatically, but not early, also after it was reopened. */
  const endOfTest = (event: Recorded, witness: Witness): readonly string[] => {
    const { at } = event.meta;
    if (event.type === 'AlertGroupOpened' || event.type === 'AlertGroupReopened') openedAt.set(event.stream, at);
    if (event.type !== 'AlertGroupResolved' || (event.data as FactOf<'AlertGroupResolved'>).by !== 'timer') return [];
    const duration = millisBetween(openedAt.get(event.stream) ?? at, at);
    const isPlain = witness.installation.faultProfile.clockStepEvery === 0;
    return isPlain && duration < alertGroupLimits.testAlertResolvesAfter ? [`${event.ordinal}: a test ended after ${duration} ms`] : [];
  };
  return { onEvent: (event, witness) => [...act(event, witness), ...endOfTest(event, witness)] };
};
