import { randomUUID } from 'node:crypto';
import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import type { Dispatcher } from '../../command/dispatcher.js';
import type { ServerParts } from '../../core/server-parts.js';
import { recordLateFailure } from './late-failure.js';

export interface StoppedNumber {
  readonly method: ContactKind;
  readonly number: string;
  /** Without the number. */
  readonly detail: string;
}

const reason = 'delivery.opted_out';

/** Messages to a contact method for pages that run, of which nothing says that they arrived. */
const openMessagesTo = ({ reads }: Pick<ServerParts, 'reads'>, personId: string, contactMethodId: string) =>
  [...reads.groups.where('pagedId', personId)].flatMap(({ groupId, pages }) =>
    pages
      .filter((page) => page.personId === personId && page.state === 'running')
      .flatMap(({ pageId, attempts }) =>
        Object.values(attempts).flatMap(({ attemptId, state, contactMethodId: by }) =>
          by === contactMethodId && state === 'sent' && attemptId !== null ? [{ groupId, pageId, attemptId }] : [],
        ),
      ),
  );

/** Ends the contact method of everybody who verified the number; pages that run take the next one at once. */
export const stopNumber = async (
  parts: Pick<ServerParts, 'reads'>,
  dispatcher: Pick<Dispatcher, 'send'>,
  { method, number, detail }: StoppedNumber,
): Promise<void> => {
  const stopped = [...parts.reads.contacts.all()].flatMap(({ id: personId, methods }) =>
    methods
      .filter(({ kind, address, verified }) => kind === method && verified && address === number)
      .map(({ contactMethodId }) => ({ personId, contactMethodId })),
  );
  for (const { personId, contactMethodId } of stopped) {
    const open = openMessagesTo(parts, personId, contactMethodId);
    await dispatcher.send(
      'DisableContactMethod',
      { personId, contactMethodId, reason, detail },
      { commandId: randomUUID(), actor: systemActor },
    );
    for (const message of open) await recordLateFailure(dispatcher, { ...message, reason, detail });
  }
};
