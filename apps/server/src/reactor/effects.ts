import type { FactOf, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { ContactKind } from '@tocsin/contracts/contacts.js';
import { readable } from '@tocsin/contracts/ids.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { AlertGroupState, Existing, Page } from '@tocsin/domain/alert-groups/state.js';
import { outcomeId, systemActor } from '@tocsin/kernel/process.js';
import type { Effect } from '@tocsin/platform/reactor/effect.js';
import type { Core } from '../core/core.js';
import type { PublicAddress } from '../core/public-address.js';
import { failed, type Channel, type Outcome, type PageMessage } from '../deliveries/channel.js';
import { PageLinks } from '../deliveries/page-links.js';
import { shownTitle } from '../deliveries/shown-title.js';
import type { PushChannel } from '../deliveries/push-channel.js';
import { VerificationCodes } from '../deliveries/verification-codes.js';
import { methodOf } from './method-of.js';
import { withdraw, withdrawOn } from './withdraw.js';

export interface EffectParts {
  readonly core: Core;
  readonly channels: Readonly<Record<ContactKind, Channel>> & { readonly push: PushChannel };
  readonly address: PublicAddress;
  /** Told while a store is held, or whoever wants to know. */
  readonly awayNote: () => string | undefined;
}

const deadlineOf = (kind: ContactKind): number => (kind === 'email' ? limits.smtpDeadline : limits.sendDeadline);

/** Providers repeat the address in what they say, and what they said stays on the log for ever. */
const withoutAddress = (outcome: Outcome, address: string): Outcome =>
  outcome.ok || address === '' ? outcome : { ...outcome, detail: outcome.detail.replaceAll(address, '(the address)') };

/**
 * What a channel made of it; a store that is held calls nobody. A bug in a channel is an outcome too: an attempt without one would be
 * repeated for ever.
 */
const outcomeOf = async (call: () => Promise<Outcome>, core: Core, address: string): Promise<Outcome> => {
  if (core.held) return failed('delivery.held', '', false);
  try {
    return withoutAddress(await call(), address);
  } catch (error) {
    core.troubles.note('delivery', error);
    return withoutAddress(failed('delivery.provider_unreachable', error instanceof Error ? error.message : String(error), true), address);
  }
};

const nameOf = (core: Core, personId: string): string => readable(core.reads.people.get(personId)?.name);

const goneDevice = (core: Core, { cause, personId }: Page): { readonly goneDevice?: string } => {
  if (cause.kind !== 'method_gone') return {};
  const method = core.reads.contacts.get(personId)?.methods.find((one) => one.contactMethodId === cause.contactMethodId);
  return method?.label ? { goneDevice: readable(method.label) } : {};
};

const messageOf = async (parts: EffectParts, group: Existing, page: Page, attemptId: string, dueAt: string): Promise<PageMessage> => {
  const { core, address } = parts;
  const { pageId, personId, opening } = page;
  const alerts = Object.values(group.alerts);
  const others = Object.values(group.pages).filter((other) => other.personId !== personId && other.state === 'running' && !other.quiet);
  const secret = new PageLinks(core.vault).pageSecret({ pageId, groupId: group.groupId, personId, opening });
  const url = address.url();
  const note = parts.awayNote();
  return {
    pageId,
    groupId: group.groupId,
    attemptId,
    personId,
    personName: nameOf(core, personId),
    number: group.number,
    title: await shownTitle(core, group),
    urgency: page.urgency,
    serviceName: (group.serviceId && core.reads.services.get(group.serviceId)?.name) || null,
    since: group.openedAt,
    alerts: alerts.length,
    firing: alerts.filter(({ firing }) => firing).length,
    othersPaged: [...new Set(others.map((other) => nameOf(core, other.personId)))],
    cause: page.cause,
    askedBy: page.cause.kind === 'person' ? nameOf(core, page.cause.by) : null,
    quiet: page.quiet,
    test: group.test,
    link: `${url}/p/${secret}`,
    groupLink: `${url}/alerts/${group.number}`,
    meLink: `${url}/me`,
    ...goneDevice(core, page),
    timeZone: core.reads.people.get(personId)?.timeZone ?? 'UTC',
    dueAt,
    now: core.clock.now(),
    ...(note ? { awayNote: note } : {}),
  };
};

/** Calls the provider for an attempt that this reactor has claimed, and records what it made of it. */
const deliver = async (parts: EffectParts, event: RecordedOf<'AttemptStarted'>): Promise<void> => {
  const { data, meta } = event;
  const { core, channels } = parts;
  if (data.epoch !== core.epoch) return;
  const state = (await core.runner.state('alertGroup', data.groupId)) as AlertGroupState;
  const page = state.status === 'none' ? undefined : state.pages[data.pageId];
  const attempt = page?.attempts[data.slot];
  if (state.status === 'none' || !page || attempt?.state !== 'sending') return;
  const method = methodOf(core, page.personId, attempt.contactMethodId);
  const outcome = method
    ? await outcomeOf(
        async () => {
          const message = await messageOf(parts, state, page, data.attemptId, firstDue(page, attempt.contactMethodId, attempt.dueAt));
          return channels[method.kind].deliver(message, method, deadlineOf(method.kind));
        },
        core,
        method.address,
      )
    : failed('delivery.method_disabled', '', false);
  const command = { type: 'RecordAttempt', data: { groupId: data.groupId, attemptId: data.attemptId, outcome } };
  const commandId = outcomeId(event);
  await core.runner.run(
    {
      command,
      commandId,
      actor: systemActor,
      correlationId: meta.correlationId,
      causationId: event.id,
      epoch: core.epoch,
      ...core.progress,
    },
    20,
  );
  // the page may have ended while it was on its way
  if (attempt.kind === 'push' && outcome.ok) await withdraw(withdrawing(parts), data.groupId, data.pageId);
};

const withdrawing = ({ core, channels, address }: EffectParts) => ({ core, address, push: channels.push });

/** When the page was first due by this method: retries are not what makes it late. */
const firstDue = (page: Page, contactMethodId: string, otherwise: string): string =>
  Object.values(page.attempts)
    .filter((attempt) => attempt.contactMethodId === contactMethodId)
    .map((attempt) => attempt.dueAt)
    .toSorted()[0] ?? otherwise;

/** Sends the code that proves an address. At least once: a second one after a crash says the same. */
const verify = async (parts: EffectParts, event: RecordedOf<'VerificationAsked'>): Promise<void> => {
  const { data, meta } = event;
  const { core, channels } = parts;
  const { personId, contactMethodId, expiresAt } = data;
  if (expiresAt < core.clock.now()) return;
  const method = methodOf(core, personId, contactMethodId);
  const channel = method ? channels[method.kind] : undefined;
  if (!method || !channel?.verify) return;
  const code = new VerificationCodes(core.vault).code(personId, contactMethodId, expiresAt);
  const person = core.reads.people.get(personId);
  const message = {
    contactMethodId,
    code,
    personName: readable(person?.name),
    expiresAt,
    timeZone: person?.timeZone ?? 'UTC',
    now: core.clock.now(),
  };
  const outcome = await outcomeOf(() => channel.verify!(message, method, deadlineOf(method.kind)), core, method.address);
  const result: FactOf<'VerificationFailed'> | { personId: string; contactMethodId: string } = outcome.ok
    ? { personId, contactMethodId }
    : { personId, contactMethodId, reason: outcome.reason, detail: outcome.detail.slice(0, 500) };
  const command = { type: 'RecordVerification', data: { ...result, outcome: outcome.ok ? 'sent' : 'failed' } };
  await core.runner.run(
    {
      command,
      commandId: outcomeId(event),
      actor: systemActor,
      correlationId: meta.correlationId,
      causationId: event.id,
      epoch: core.epoch,
      ...core.progress,
    },
    20,
  );
};

/** What is done outside because of an event. */
export const effectsOf = (parts: EffectParts): Readonly<Record<string, Effect>> => ({
  AttemptStarted: (event) => deliver(parts, event as RecordedOf<'AttemptStarted'>),
  PageCancelled: (event) => withdrawOn(withdrawing(parts))(event as RecordedOf<'PageCancelled'>),
  PageAnswered: (event) => withdrawOn(withdrawing(parts))(event as RecordedOf<'PageAnswered'>),
  VerificationAsked: (event) => verify(parts, event as RecordedOf<'VerificationAsked'>),
});
