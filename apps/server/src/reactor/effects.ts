import type { FactOf, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { ContactKind } from '@tocsin/contracts/contacts.js';
import { pageOf, type AlertGroupState } from '@tocsin/domain/alert-groups/state.js';
import type { Effect, EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { failed, type Channel } from '../deliveries/channel.js';
import { pageMessage, type MessageParts } from '../deliveries/page-message.js';
import type { PushChannel } from '../deliveries/push-channel.js';
import { deadlineOf, outcomeOf } from './channel-outcome.js';
import { methodOf } from './method-of.js';
import { verify } from './verify.js';
import { withdraw } from './withdraw.js';

export interface EffectParts extends MessageParts {
  readonly channels: Readonly<Record<ContactKind, Channel>> & { readonly push: Pick<PushChannel, 'withdraw'> };
}

/** Calls the provider for an attempt that this reactor has claimed. */
const deliver = async (parts: EffectParts, { data }: RecordedOf<'AttemptStarted'>): Promise<EffectOutcome | undefined> => {
  const { core, channels } = parts;
  if (data.epoch !== core.epoch) return undefined;
  const state = (await core.runner.state('alertGroup', data.groupId)) as AlertGroupState;
  const page = state.status === 'none' ? undefined : pageOf(state, data.pageId);
  const attempt = page?.attempts[data.slot];
  if (state.status === 'none' || !page || attempt?.state !== 'sending') return undefined;
  const method = methodOf(core, page.personId, attempt.contactMethodId);
  const outcome = method
    ? await outcomeOf(
        async () => {
          const message = await pageMessage(parts, state, page, attempt);
          return channels[method.kind].deliver(message, method, deadlineOf(method.kind));
        },
        core,
        method.address,
      )
    : failed('delivery.method_disabled', '', false);
  return { kind: 'done', record: { type: 'RecordAttempt', data: { groupId: data.groupId, attemptId: data.attemptId, outcome } } };
};

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
