import type { DrillFact } from '@tocsin/contracts/drills/noun.js';
import { changeExisting, type RowFold } from '../../rules/row-fold.js';
import type { OpenDrillRow } from '../alert-groups/shared/open-drill-reads.js';

const without = (people: readonly string[], personId: string): string[] => people.filter((one) => one !== personId);
const withdrawnWithout = ({ withdrawn }: OpenDrillRow, personId: string): OpenDrillRow['withdrawn'] =>
  withdrawn.filter((one) => one.personId !== personId);

export const drillFold: RowFold<OpenDrillRow, DrillFact> = {
  id: ({ drillId }) => drillId,
  steps: {
    DrillPlanned: (_row, { drillId: id, ...plan }, { at: plannedAt, actor, eventId: planEvent }) => ({
      id,
      ...plan,
      state: 'planned',
      plannedBy: actor.id,
      plannedAt,
      consenting: [],
      withdrawn: [],
      startedAt: null,
      ended: null,
      planEvent,
      startEvent: null,
    }),
    DrillConsentGiven: changeExisting((row, { personId }) => ({
      ...row,
      consenting: [...without(row.consenting, personId), personId],
      withdrawn: withdrawnWithout(row, personId),
    })),
    DrillConsentWithdrawn: changeExisting((row, { personId, because }) => ({
      ...row,
      consenting: without(row.consenting, personId),
      withdrawn: [...withdrawnWithout(row, personId), { personId, because }],
    })),
    DrillStarted: changeExisting((row, { groupIds }, { at: startedAt, eventId: startEvent }) => ({
      ...row,
      state: 'running',
      startedAt,
      startEvent,
      openings: row.openings.map((opening, n) => ({ ...opening, groupId: groupIds[n] })),
    })),
    DrillEnded: changeExisting((row, { because }, { at }) => ({ ...row, state: 'ended', ended: { at, because } })),
  },
};
