import type { FactOf, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { ContactKind } from '@tocsin/contracts/contacts.js';
import { readable } from '@tocsin/contracts/ids.js';
import type { AlertGroupState, Existing, Page } from '@tocsin/domain/alert-groups/state.js';
import type { Effect, EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import type { Core } from '../core/core.js';
import type { PublicAddress } from '../core/public-address.js';
import { failed, type Channel, type PageMessage } from '../deliveries/channel.js';
import { PageLinks } from '../deliveries/page-links.js';
import { shownTitle } from '../deliveries/shown-title.js';
import type { PushChannel } from '../deliveries/push-channel.js';
import { deadlineOf, outcomeOf } from './channel-outcome.js';
import { methodOf } from './method-of.js';
import { verify } from './verify.js';
import { withdraw } from './withdraw.js';

export interface EffectParts {
  readonly core: Core;
  readonly channels: Readonly<Record<ContactKind, Channel>> & { readonly push: PushChannel };
  readonly address: PublicAddress;
  /** Told while a store is held, or whoever wants to know. */
  readonly awayNote: () => string | undefined;
}

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

/** Calls the provider for an attempt that this reactor has claimed. */
const deliver = async (parts: EffectParts, { data }: RecordedOf<'AttemptStarted'>): Promise<EffectOutcome | undefined> => {
  const { core, channels } = parts;
  if (data.epoch !== core.epoch) return undefined;
  const state = (await core.runner.state('alertGroup', data.groupId)) as AlertGroupState;
  const page = state.status === 'none' ? undefined : state.pages[data.pageId];
  const attempt = page?.attempts[data.slot];
  if (state.status === 'none' || !page || attempt?.state !== 'sending') return undefined;
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
  return { kind: 'done', record: { type: 'RecordAttempt', data: { groupId: data.groupId, attemptId: data.attemptId, outcome } } };
};

/** When the page was first due by this method: retries are not what makes it late. */
const firstDue = (page: Page, contactMethodId: string, otherwise: string): string =>
  Object.values(page.attempts)
    .filter((attempt) => attempt.contactMethodId === contactMethodId)
    .map((attempt) => attempt.dueAt)
    .toSorted()[0] ?? otherwise;

/** What is done outside because of an event. */
export const effectsOf = (parts: EffectParts): Readonly<Record<string, Effect>> => {
  const { core, address, channels } = parts;
  const takeBack: Effect = ({ data }) => withdraw({ core, address, push: channels.push }, data as FactOf<'PageCancelled'>);
  return {
    AttemptStarted: (event) => deliver(parts, event as RecordedOf<'AttemptStarted'>),
    AttemptSent: takeBack,
    PageCancelled: takeBack,
    PageAnswered: takeBack,
    VerificationAsked: (event) => verify(core, channels, event as RecordedOf<'VerificationAsked'>),
  };
};
