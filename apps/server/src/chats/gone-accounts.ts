import { randomUUID } from 'node:crypto';
import { contactTraits, type ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import type { Dispatcher } from '../command/dispatcher.js';
import { tellPerson, type TellDependencies } from '../reactor/tell-person.js';

interface Dependencies extends TellDependencies {
  readonly dispatcher: Pick<Dispatcher, 'send'>;
}

/** Accounts in chats that get nothing any more: their contact methods are disabled, and their people told by the others. */
export class GoneAccounts {
  constructor(private readonly dependencies: Dependencies) {}

  /** Of every person who has proved that the account is theirs. */
  async disable(kind: ContactKind, account: string): Promise<void> {
    for (const { id, methods } of this.dependencies.server.reads.contacts.all())
      for (const method of methods)
        if (method.kind === kind && method.address === account && method.verified && !method.disabled)
          await this.disableMethod(kind, id, method.contactMethodId);
  }

  private async disableMethod(kind: ContactKind, personId: string, contactMethodId: string): Promise<void> {
    const { dispatcher, server } = this.dependencies;
    const commandId = randomUUID();
    const data = { personId, contactMethodId, reason: 'delivery.account_gone' };
    const result = await dispatcher.send('DisableContactMethod', data, { commandId, actor: systemActor });
    const person = server.reads.people.get(personId);
    if (result.kind === 'nothing' || person?.state !== 'active') return;
    const { word } = contactTraits[kind];
    await tellPerson(this.dependencies, person, {
      id: commandId,
      subject: `Your ${word} account can’t be reached`,
      mailSubject: `Tocsin: your ${word} account can’t be reached any more`,
      says: `Your ${word} account was deactivated, or blocked the bot, so no page is sent there any more.`,
      ends: 'Verify it again in your contact methods, or add another one.',
    });
  }
}
