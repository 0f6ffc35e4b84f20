import type { DrillFact } from '@tocsin/contracts/drills/noun.js';
import { planned as drillLimits } from '@tocsin/contracts/drills/limits.js';
import type { Context, DataOf, Decider, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { addMillis, millisBetween } from '@tocsin/kernel/time.js';
import { isSystem, refusePermission } from '../../rules/permissions.js';
import { refuse } from '../../rules/refuse.js';
import { evolveOf } from '../../rules/row-fold.js';
import type { OpenDrillRow } from '../alert-groups/shared/open-drill-reads.js';
import type { GroupReads } from '../alert-groups/shared/reads.js';
import type { DrillCommand } from './commands.js';
import { drillFold } from './fold.js';
import { doesRingAnyOf, whyNotOpened } from './openings.js';

type DrillContext = Context<GroupReads>;
type Decide<T extends DrillCommand['type']> = (
  data: DataOf<DrillCommand, T>,
  row: OpenDrillRow | null,
  context: DrillContext,
) => Decision<DrillFact>;

const isWindow = ({ from, to }: DataOf<DrillCommand, 'PlanDrill'>, now: string): boolean => {
  const length = millisBetween(from, to);
  return length > 0 && length <= drillLimits.longest && now < to && from <= addMillis(now, drillLimits.ahead);
};

const plan: Decide<'PlanDrill'> = (data, _row, context) => {
  const { now, reads } = context;
  if (!isWindow(data, now)) return refuse('drill.window_invalid', {}, 'to');
  if ([...reads.openDrills.all()].length > 0) return refuse('drill.another_planned');
  for (const [n, opening] of data.openings.entries()) {
    const reason = whyNotOpened(opening, reads);
    if (reason) return refuse(reason, {}, `openings.${n}`);
  }
  if (data.personIds.some((personId) => !reads.people.get(personId))) return refuse('person.not_found', {}, 'personIds');
  return [{ type: 'DrillPlanned', data: { drillId: context.newId('drill'), ...data, personIds: [...new Set(data.personIds)] } }];
};

/** A decision about a drill that is not over. */
const ifOpen =
  <D>(decide: (row: OpenDrillRow, context: DrillContext, data: D) => Decision<DrillFact>) =>
  (data: D, row: OpenDrillRow | null, context: DrillContext): Decision<DrillFact> =>
    row === null || row.state === 'ended' ? refuse('drill.not_found') : decide(row, context, data);

const start = ifOpen((row, context) => {
  const { now } = context;
  if (row.state === 'running') return new Nothing();
  if (now < row.from || now >= row.to) return refuse('drill.not_now');
  const reason = row.openings.map((opening) => whyNotOpened(opening, context.reads)).find((one) => one !== null);
  if (reason) return refuse(reason);
  if (row.consenting.length === 0) return refuse('drill.no_consent');
  if (!doesRingAnyOf(row.openings, row.consenting, context)) return refuse('drill.no_one_rung');
  return [{ type: 'DrillStarted', data: { drillId: row.id, groupIds: row.openings.map((_opening, n) => context.newId('group', n)) } }];
});

const groupIdsOf = ({ openings }: OpenDrillRow): string[] => openings.flatMap(({ groupId }) => groupId ?? []);

const ended = (row: OpenDrillRow, because: 'person' | 'time'): readonly DrillFact[] => [
  { type: 'DrillEnded', data: { drillId: row.id, because, groupIds: groupIdsOf(row), personIds: row.personIds } },
];

const withdrawn = (row: OpenDrillRow, personId: string, because: 'person' | 'real_page'): Decision<DrillFact> =>
  row.consenting.includes(personId)
    ? [{ type: 'DrillConsentWithdrawn', data: { drillId: row.id, personId, because, groupIds: groupIdsOf(row) } }]
    : new Nothing();

const consent = ifOpen(({ id: drillId, from, to, personIds, consenting }, { actor: { id: personId } }) => {
  if (!personIds.includes(personId)) return refuse('drill.not_asked');
  return consenting.includes(personId) ? new Nothing() : [{ type: 'DrillConsentGiven', data: { drillId, personId, from, to } }];
});

const interrupt: Decide<'InterruptDrill'> = ({ personId }, row, context) => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  return row?.state === 'running' ? withdrawn(row, personId, 'real_page') : new Nothing();
};

const endOnTime: Decide<'EndDrillOnTime'> = (_data, row, context) => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  return row !== null && row.state !== 'ended' && context.now >= row.to ? ended(row, 'time') : new Nothing();
};

const byId = ({ drillId }: { readonly drillId: string }): string => drillId;

/** Drills that page people: the streams `drill-<id>`. */
export const drillDecider: Decider<OpenDrillRow | null, DrillCommand, DrillFact, GroupReads> = {
  category: 'drill',
  initial: null,
  // one is planned or running at a time
  sequenceOf: ([first]) => (first?.type === 'DrillPlanned' ? 'drills' : undefined),
  streamId: {
    PlanDrill: (_data, context) => context.newId('drill'),
    StartDrill: byId,
    EndDrill: byId,
    GiveDrillConsent: byId,
    WithdrawDrillConsent: byId,
    InterruptDrill: byId,
    EndDrillOnTime: byId,
  },
  decide: {
    PlanDrill: plan,
    StartDrill: start,
    EndDrill: ifOpen((row) => ended(row, 'person')),
    GiveDrillConsent: consent,
    WithdrawDrillConsent: ifOpen((row, { actor }) => withdrawn(row, actor.id, 'person')),
    InterruptDrill: interrupt,
    EndDrillOnTime: endOnTime,
  },
  evolve: evolveOf<OpenDrillRow | null, OpenDrillRow, DrillFact>(
    drillFold,
    (row) => row ?? undefined,
    (_before, _id, row) => row,
  ),
};
