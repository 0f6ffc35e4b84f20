import type { RevertReach, RevertReachRequest } from '@tocsin/contracts/revert-reach.js';
import { reachListed } from '@tocsin/contracts/revert-reach.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import type { PolicyTarget } from '@tocsin/contracts/policies/noun.js';
import type { Refusal } from '@tocsin/kernel/decide/refusal.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import type { DomainReads } from '../../domain-reads.js';
import type { ConfigurationReads } from '../../reads.js';
import { Trial, triedViews } from '../config-plans/shared/trial.js';
import { forecast } from './forecast.js';

type Data = Readonly<Record<string, unknown>>;
type Changed = Pick<ConfigurationReads, 'services' | 'policies' | 'integrations'>;

const isOf =
  (scheduleId: unknown) =>
  (target: PolicyTarget): boolean =>
    'scheduleId' in target && target.scheduleId === scheduleId;

const servicesOfPolicies = ({ services }: Changed, isConcerned: (policyId: string) => boolean): readonly string[] =>
  [...services.all()].filter(({ state, policyId }) => state === 'active' && isConcerned(policyId)).map(({ id }) => id);

/** The services whose alerts a setting decides about. What a silence covers are alert groups. */
const servicesOf: Readonly<Record<RevertReachRequest['type'], (reads: Changed, data: Data) => readonly string[]>> = {
  ChangeService: (_reads, { serviceId }) => [String(serviceId)],
  ChangePolicy: (reads, { policyId }) => servicesOfPolicies(reads, (one) => one === policyId),
  ChangeSchedule: (reads, { scheduleId }) =>
    servicesOfPolicies(reads, (policyId) =>
      Boolean(reads.policies.get(policyId)?.steps.some(({ targets }) => targets.some(isOf(scheduleId)))),
    ),
  ChangeRoutes: ({ integrations }, { integrationId }) => [integrations.get(String(integrationId))?.serviceId ?? []].flat(),
  ChangeSilenceEnd: () => [],
};
export const servicesConcerned = (reads: Changed, { type, data }: RevertReachRequest): readonly string[] =>
  servicesOf[type](reads, data).toSorted();

/** Whom a critical alert would page, the first first. */
const pagedBy = (domain: Domain, reads: DomainReads, serviceId: string, at: string): string[] => {
  const pages = forecast(domain, reads, { serviceId, at, severity: 'critical', labels: {} })?.ladder.pages ?? [];
  return [...new Set(pages.map(({ personId }) => personId))];
};

export type PeopleReached = Pick<RevertReach, 'services' | 'compared' | 'uncompared'>;

/** Whom the concerned services would page before and after the command. A refusal: it would be refused. */
export const comparePaged = (
  { domain, reads, now, actor }: { readonly domain: Domain; readonly reads: DomainReads; readonly now: string; readonly actor: Actor },
  request: RevertReachRequest,
): PeopleReached | Refusal => {
  // a silence pages nobody else; its own rules are not tried
  if (request.type === 'ChangeSilenceEnd') return { services: [], compared: 0, uncompared: 0 };
  const trial = new Trial(domain, reads, now, actor);
  const refusal = trial.take(request, 0);
  if (refusal) return refusal;
  const after: DomainReads = { ...reads, ...Object.fromEntries(triedViews.map((view) => [view, trial.reads[view]])) };
  const concerned = servicesConcerned(reads, request);
  const compared = concerned.slice(0, reachListed);
  const services = compared.flatMap((serviceId) => {
    const [was, becomes] = [pagedBy(domain, reads, serviceId, now), pagedBy(domain, after, serviceId, now)];
    return was.join() === becomes.join() ? [] : [{ serviceId, was, becomes }];
  });
  return { services, compared: compared.length, uncompared: concerned.length - compared.length };
};
