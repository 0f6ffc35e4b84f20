import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { nameKeyOf } from '@tocsin/domain/rules/names.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import { isErased } from '@tocsin/contracts/ids.js';
import type { PersonNumbers, PhoneNumbersAnswer } from '@tocsin/contracts/moving-in/phone-numbers.js';
import type { ForeignSystemName } from '@tocsin/contracts/moving-in/systems.js';
import { Dispatcher } from '../command/dispatcher.js';
import { Uses } from '../core/injection.js';
import type { ServerParts } from '../core/server-parts.js';
import { NewSecrets } from '../secrets/new-secrets.js';
import { phoneOfferId, sealNumber } from '../secrets/offered-numbers.js';

const dependencies = ['feed', 'reads', 'vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** Offers people the phone numbers that they had in another system: each number to its person alone. */
@Injectable()
export class PhoneOffers {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly dispatcher: Dispatcher,
  ) {}

  /** Repeated, it offers nothing twice. */
  async offer(system: ForeignSystemName, people: readonly PersonNumbers[], actor: Actor): Promise<PhoneNumbersAnswer> {
    const byEmail = new Map(
      Array.from(this.parts.reads.people.all(), ({ id, email }) => [isErased(email) ? id : nameKeyOf(email), id] as const),
    );
    const answer = { people: 0, unknown: 0 };
    for (const { email, numbers } of people) {
      const personId = byEmail.get(nameKeyOf(email));
      if (personId === undefined) answer.unknown += 1;
      else if (await this.offerTo(personId, system, numbers, actor)) answer.people += 1;
      // thousands of people are no reason that a page waits
      await setImmediate();
    }
    return answer;
  }

  /** Whether anything is offered to them that was not before. */
  private async offerTo(personId: string, system: ForeignSystemName, numbers: PersonNumbers['numbers'], actor: Actor): Promise<boolean> {
    const { reads, vault } = this.parts;
    const row = reads.contacts.get(personId);
    const known = new Set([...(row?.phoneOffers ?? []).map(({ offerId }) => offerId), ...(row?.endedOffers ?? [])]);
    const secrets = new NewSecrets(vault);
    const offers = numbers.flatMap(({ kind, number }) => {
      const offerId = phoneOfferId(vault, personId, kind, number);
      const secretRef = `phone-offer:${offerId}`;
      const hasIt = row?.methods.some((method) => method.kind === kind && method.address === number) === true;
      const sealed = hasIt || known.has(offerId) ? null : sealNumber(vault, personId, secretRef, number);
      if (sealed === null) return [];
      secrets.put(secretRef, sealed);
      return [{ offerId, system, kind, ending: number.slice(-2), secretRef }];
    });
    if (offers.length === 0) return false;
    const order = { commandId: randomUUID(), actor };
    const { token } = await secrets.sendOrDiscard(() => this.dispatcher.send('OfferPhoneNumbers', { personId, offers }, order));
    await this.parts.feed.waitForToken(token);
    return true;
  }
}
