import type { Actor } from '@tocsin/contracts/envelope.js';
import { reachListed, type RevertReach, type RevertReachRequest } from '@tocsin/contracts/revert-reach.js';
import type { DomainReads } from '@tocsin/domain/domain-reads.js';
import { comparePaged, servicesConcerned } from '@tocsin/domain/observers/drills/revert-reach.js';
import { domain } from '@tocsin/domain/registry.js';
import { isRefused } from '@tocsin/kernel/decide/refusal.js';
import { keyOfMoment, type Moment } from '@tocsin/platform/views/moments.js';
import { toRefusedProblem } from '../problems/problem.js';
import { createMovedShifts } from './on-call/moved-shifts-reader.js';
import type { ViewReader } from './view-reader.js';

interface Dependencies {
  readonly reads: DomainReads;
  readonly viewReader: Pick<ViewReader, 'list'>;
  readonly now: string;
}
export interface RevertReachJob {
  readonly request: RevertReachRequest;
  readonly actor: Actor;
  readonly moment: Moment;
}

const open = ['firing', 'acknowledged', 'snoozed', 'suppressed'];

/** Open alert groups of the services, or that the silence mutes. */
const listGroups = async ({ reads, viewReader }: Dependencies, { request, moment }: RevertReachJob) => {
  const services = servicesConcerned(reads, request);
  const about: Readonly<Record<string, readonly string[]>> =
    request.type === 'ChangeSilenceEnd' ? { mutedBy: [String(request.data['silenceId'])] } : { serviceId: services };
  if (Object.values(about)[0]!.length === 0) return { groups: [], more: 0 };
  const query = { where: { ...about, status: open }, sort: 'number', descending: true, limit: reachListed, at: keyOfMoment(moment) };
  const { rows, count = rows.length } = await viewReader.list('alertGroups', query, true);
  return { groups: rows.map(({ row: { id: groupId, number } }) => ({ groupId, number })), more: count - rows.length };
};

const listShifts = (
  { reads, now }: Dependencies,
  { request: { type, data }, actor }: RevertReachJob,
): Pick<RevertReach, 'shifts' | 'moreShifts'> => {
  if (type !== 'ChangeSchedule') return { shifts: [], moreShifts: 0 };
  const rules = { scheduleId: String(data['scheduleId']), label: '', data };
  const { people } = createMovedShifts(reads)(rules, { now, at: now, actor });
  const shifts = people.slice(0, reachListed).map(({ from, to, was, becomes }) => ({ from, to, was, becomes }));
  return { shifts, moreShifts: people.length - shifts.length };
};

/** What would be different from now on, were this command sent. Throws its refusal. */
export const reachOfRevert = async (dependencies: Dependencies, job: RevertReachJob): Promise<RevertReach> => {
  const paged = comparePaged({ ...dependencies, domain, actor: job.actor }, job.request);
  if (isRefused(paged)) throw toRefusedProblem(paged);
  return { ordinal: job.moment.ordinal, ...(await listGroups(dependencies, job)), ...paged, ...listShifts(dependencies, job) };
};
