import { readablePersonal } from '@tocsin/contracts/ids.js';
import { goneReasons } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { alertGroupDecider } from '@tocsin/domain/operation/alert-groups/decider.js';
import { hasHandedOn } from '@tocsin/domain/operation/alert-groups/shared/linked.js';
import { pageOf, type ExistingGroup, type Page } from '@tocsin/domain/operation/alert-groups/state.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import type { ChannelOutcome } from '../channels/channel.js';
import type { ChannelsByKind } from '../channels/channels.js';
import { visibleTitle } from '../deliveries/visible-group.js';
import type { ReactorServerParts, DisplayedAddress } from '../core/server-reach.js';
import { deadlineOf } from './channel-outcome.js';
import { isFollowed, replacementsOf, type Replacement } from './shown-messages.js';

/** The fields that all events about a page have. */
export interface PageReference {
  readonly groupId: string;
  readonly pageId: string;
}

type AttemptFailure = Extract<ChannelOutcome, { ok: false }>;

export interface WithdrawDependencies {
  readonly server: ReactorServerParts;
  readonly channels: ChannelsByKind;
  readonly address: DisplayedAddress;
}

const sentenceOf = (group: ExistingGroup, page: Page, server: ReactorServerParts): string => {
  if (group.status === 'resolved') return 'Resolved.';
  if (group.status === 'firing') return page.state === 'answered' ? 'Your own pages have stopped.' : 'You are no longer paged.';
  if (group.holder.kind !== 'person') return 'Acknowledged.';
  return group.holder.personId === page.personId
    ? 'You acknowledged.'
    : `${readablePersonal(server.reads.people.get(group.holder.personId)?.name)} acknowledged.`;
};

/**
 * Whether the notification stays: a newer page replaces it, or its storm continues in another group. That group does not repeat a delivered message,
 * so “Resolved” would be the last that its person sees.
 */
const isStillTrue = (server: ReactorServerParts, group: ExistingGroup, page: Page): boolean =>
  isFollowed(group, page) || hasHandedOn(group, server.reads);

const failedOutcome = (server: ReactorServerParts, failures: readonly AttemptFailure[]): EffectOutcome => {
  for (const { reason } of failures) server.troubles.note('push', new Error(`A notification could not be withdrawn: ${reason}`));
  const after = failures.map(({ retryAfter }) => retryAfter ?? 0);
  const { reason } = failures[0]!;
  return {
    kind: 'failed',
    reason,
    retry: failures.some(({ retry }) => retry),
    retryAfter: Math.max(alertGroupLimits.retryEvery, ...after),
  };
};

/** Milliseconds for which a provider of these methods still wants to be left alone: this is not urgent. */
const pauseOf = ({ reads, clock }: ReactorServerParts, { personId }: Page, to: readonly Replacement[]): number => {
  const pauses = reads.rings.get(personId)?.pauses ?? {};
  const now = clock.now();
  return Math.max(0, ...to.map(({ method }) => millisBetween(now, pauses[method.contactMethodId] ?? now)));
};

/** Ends the calls of a drill that no longer pages its person: what was answered goes on. */
const hangUpDrill = async ({ server, channels }: WithdrawDependencies, group: ExistingGroup, page: Page): Promise<EffectOutcome | null> => {
  if (group.origin.kind !== 'drill' || page.state !== 'cancelled') return null;
  const outcomes = await Promise.all(
    Object.values(page.attempts).map(async ({ kind, state, providerId, startedAt }) =>
      state === 'sent' && providerId !== undefined
        ? channels[kind].hangUp?.({ providerId, sentAt: startedAt!, connectionId: null }, { deadlineMs: deadlineOf(kind) })
        : null,
    ),
  );
  const failures = outcomes.filter((outcome): outcome is AttemptFailure => outcome?.ok === false);
  return failures.length === 0 ? null : failedOutcome(server, failures);
};

/**
 * Silences the notifications of a page that has ended; a repeat leaves them silent. Notifications that can’t be reached expire by
 * themselves.
 */
export const withdraw = async (dependencies: WithdrawDependencies, { groupId, pageId }: PageReference): Promise<EffectOutcome> => {
  const { server, channels, address } = dependencies;
  const group = await server.runner.readState(alertGroupDecider, groupId);
  const page = group.status === 'none' ? undefined : pageOf(group, pageId);
  if (server.held || group.status === 'none' || !page || page.state === 'running' || page.quiet || isStillTrue(server, group, page))
    return { kind: 'unneeded' };
  const stillRings = await hangUpDrill(dependencies, group, page);
  if (stillRings) return stillRings;
  const replacements = replacementsOf(server, group, page);
  if (replacements.length === 0) return { kind: 'unneeded' };
  const { number } = group;
  const title = await visibleTitle(server, group);
  const groupLink = `${address.url()}/alerts/${number}`;
  const end = { number, title, groupLink, says: sentenceOf(group, page, server), close: page.state === 'answered' };
  const pause = pauseOf(server, page, replacements);
  if (pause > 0) return { kind: 'failed', reason: 'delivery.throttled', retry: true, retryAfter: pause };
  const outcomes = await Promise.all(
    replacements.map(({ method, ref }) =>
      channels[method.kind].deliver('end', { ...end, replaces: ref }, method, { deadlineMs: deadlineOf(method.kind) }),
    ),
  );
  const failures = outcomes.filter((outcome): outcome is AttemptFailure => !outcome.ok && !goneReasons.has(outcome.reason));
  return failures.length === 0 ? { kind: 'done' } : failedOutcome(server, failures);
};
