import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { viaChat, type Actor } from '@tocsin/contracts/envelope.js';
import { fill, refusals } from '@tocsin/contracts/refusals.js';
import type { Dispatcher } from '../../command/dispatcher.js';
import type { ServerParts } from '../../core/server-parts.js';
import { rolesOf } from '../../http/caller.js';
import { asProblem } from '../../problems/problem.js';
import { personOfStart } from '../../secrets/start-codes.js';
import type { ChatActs, PressResult } from '../chat-acts.js';
import type { GoneAccounts } from '../gone-accounts.js';
import type { Update } from './updates.js';

export interface UpdateDependencies {
  readonly server: Pick<ServerParts, 'clock' | 'reads' | 'troubles' | 'vault'>;
  readonly acts: Pick<ChatActs, 'press'>;
  readonly dispatcher: Pick<Dispatcher, 'dispatch'>;
  readonly gone: Pick<GoneAccounts, 'disable'>;
}

/** What the bot says to it: about a press as a notice, else as a message. */
export type Says =
  | { readonly kind: 'notice'; readonly queryId: string; readonly text: string }
  | { readonly kind: 'message'; readonly user: string; readonly text: string };

const kind: ContactKind = 'telegram';

const howToLink =
  'This Telegram account isn’t linked to a person in Tocsin, so nothing was done. In Tocsin, add the contact method Telegram in your settings.';

const noticeOf = (result: PressResult): string => (result.kind === 'stranger' ? howToLink : (result.says ?? ''));

const press = async (
  { acts }: UpdateDependencies,
  { user, queryId, messageId, act, groupId }: Extract<Update, { kind: 'press' }>,
): Promise<Says> => {
  const result = await acts.press({ kind, account: user, act, groupId, messageId, key: `telegram ${queryId}` });
  return { kind: 'notice', queryId, text: noticeOf(result) };
};

const rules = (['high', 'low'] as const).map((urgency) => ({ urgency, delayMinutes: 0 }));

/** Adds the account to whoever was shown the link, unverified: the code that then comes has to be entered in their browser. */
const start = async ({ server, dispatcher }: UpdateDependencies, { user, code }: Extract<Update, { kind: 'start' }>): Promise<Says> => {
  const say = (text: string): Says => ({ kind: 'message', user, text });
  const personId = personOfStart(server.vault, code, server.clock.now());
  const person = personId === null ? undefined : server.reads.people.get(personId);
  if (person?.state !== 'active')
    return say(
      code === ''
        ? `Your Telegram ID is ${user}. To get pages here, add the contact method Telegram in Tocsin, and open the link that it shows.`
        : 'This link is too old, or was never given. In Tocsin, add the contact method Telegram again, and open the link that it shows.',
    );
  const actor: Actor = { kind: 'person', id: person.id, roles: rolesOf(person), via: viaChat(kind) };
  const body = { kind, personId: person.id, address: user, rules };
  try {
    // a code is for one account: with another one its key has another body
    await dispatcher.dispatch({ type: 'AddContactMethod', body, actor, key: `telegram-start ${code}` });
    return say('Almost done: enter the code that comes next in Tocsin, where you opened this link.');
  } catch (error) {
    const problem = asProblem(error);
    if (!problem) server.troubles.note('Telegram', error);
    return say(problem ? fill(refusals[problem.code].says, problem.params) : 'It did not work. Try again.');
  }
};

/** Does what an update asks; null: there is nothing to say. */
export const takeUpdate = async (dependencies: UpdateDependencies, update: Update): Promise<Says | null> => {
  if (update.kind === 'press') return press(dependencies, update);
  if (update.kind === 'start') return start(dependencies, update);
  if (update.kind === 'added')
    return {
      kind: 'message',
      user: update.user,
      text: `The ID of this group is ${update.user}: enter it in Tocsin, so that alerts are posted here.`,
    };
  if (update.kind === 'blocked') {
    await dependencies.gone.disable(kind, update.user);
    return null;
  }
  return { kind: 'notice', queryId: update.queryId, text: 'This button does nothing any more. Open Tocsin.' };
};
