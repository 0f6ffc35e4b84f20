import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { offersPerPerson } from '@tocsin/contracts/contacts/phone-offers.js';
import { nameKeyOf } from '@tocsin/domain/rules/names.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import { isErased } from '@tocsin/contracts/ids.js';
import type { PersonNumbers } from '@tocsin/contracts/moving-in/phone-numbers.js';
import type { ForeignSystemName } from '@tocsin/contracts/moving-in/systems.js';
import { Dispatcher } from '../command/dispatcher.js';
import { Uses } from '../core/injection.js';
import type { ServerParts } from '../core/server-parts.js';
import { NewSecrets } from '../secrets/new-secrets.js';
import { phoneOfferId, sealNumber } from '../secrets/offered-numbers.js';

const dependencies = ['feed', 'reads', 'vault'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

interface Offered {
  readonly people: number;
  readonly unknown: readonly PersonNumbers[];
}

/** Offers people the phone numbers that they had in another system: each number to its person alone. */
@Injectable()
export class PhoneOffers {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly dispatcher: Dispatcher,
  ) {}

  /** Repeated, it offers nothing twice. How many people have an offer now that they had not before, and who is not here. */
  async offer(system: ForeignSystemName, people: readonly PersonNumbers[], actor: Actor): Promise<Offered> {
    const byEmail = new Map(
      Array.from(this.parts.reads.people.all(), ({ id, email }) => [isErased(email) ? id : nameKeyOf(email), id] as const),
    );
    const unknown: PersonNumbers[] = [];
    let offered = 0;
    for (const person of people) {
      const personId = byEmail.get(nameKeyOf(person.email));
      if (personId === undefined) unknown.push(person);
      else if (await this.offerTo(personId, system, person.numbers, actor)) offered += 1;
      // thousands of people are no reason that a page waits
      await setImmediate();
    }
    return { people: offered, unknown };
  }

  /** Whether anything is offered to them that was not before. */
  private async offerTo(personId: string, system: ForeignSystemName, numbers: PersonNumbers['numbers'], actor: Actor): Promise<boolean> {
    const { reads, vault } = this.parts;
    const row = reads.contacts.get(personId);
    const known = new Set([...(row?.phoneOffers ?? []).map(({ offerId }) => offerId), ...(row?.endedOffers ?? [])]);
    let room = offersPerPerson - (row?.phoneOffers?.length ?? 0);
    const secrets = new NewSecrets(vault);
    const offers = numbers.flatMap(({ kind, number }) => {
      const offerId = phoneOfferId(vault, personId, kind, number);
      const secretRef = `phone-offer:${offerId}`;
      const hasIt = row?.methods.some((method) => method.kind === kind && method.address === number) === true;
      const sealed = hasIt || known.has(offerId) || room <= 0 ? null : sealNumber(vault, personId, secretRef, number);
      if (sealed === null) return [];
      known.add(offerId);
      room -= 1;
      secrets.put(secretRef, sealed);
      return [{ offerId, system, kind, ending: number.slice(-2), secretRef }];
    });
    if (offers.length === 0) return false;
    const order = { commandId: randomUUID(), actor };
    const { token } = await secrets.sendOrDiscard(() => this.dispatcher.send('OfferPhoneNumbers', { personId, offers }, order));
    await this.parts.feed.waitForToken(token);
    return this.dropUnnamed(personId, offers);
  }

  /** Of two that offer at once, one finds no room: what no event names is in the vault no longer. */
  private dropUnnamed(personId: string, offers: readonly { readonly offerId: string; readonly secretRef: string }[]): boolean {
    const { reads, vault } = this.parts;
    const open = new Set((reads.contacts.get(personId)?.phoneOffers ?? []).map(({ offerId }) => offerId));
    const unnamed = offers.filter(({ offerId }) => !open.has(offerId));
    for (const { secretRef } of unnamed) vault.dropSecret(secretRef);
    return unnamed.length < offers.length;
  }
}
