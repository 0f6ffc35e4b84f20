import { randomUUID } from 'node:crypto';
import { duration } from '@tocsin/contracts/duration.js';
import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { toMillis } from '@tocsin/kernel/time.js';
import type { Dispatcher } from '../../command/dispatcher.js';
import type { ServerParts } from '../../core/server-parts.js';
import { recordLateFailure } from './late-failure.js';

export interface StoppedNumber {
  readonly method: ContactKind;
  readonly number: string;
  /** Without the number. */
  readonly detail: string;
  /** Absent: now. */
  readonly at?: string;
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

/** The provider’s times are whole seconds. */
const precision = 1 * duration.second;
const isStanding = (at: string | undefined, verifiedAt: string | undefined): boolean =>
  at === undefined || verifiedAt === undefined || Date.parse(at) + precision > toMillis(verifiedAt);

/** Ends the contact method of everybody who verified the number; pages that run take the next one at once. */
export const stopNumber = async (
  parts: Pick<ServerParts, 'reads'>,
  dispatcher: Pick<Dispatcher, 'send'>,
  { method, number, detail, at }: StoppedNumber,
): Promise<void> => {
  const stopped = [...parts.reads.contacts.all()].flatMap(({ id: personId, methods }) =>
    methods
      .filter((one) => one.kind === method && one.verified && one.address === number && isStanding(at, one.verifiedAt))
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
