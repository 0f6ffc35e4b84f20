import type { PersonNumbers } from '@tocsin/contracts/moving-in/phone-numbers.js';
import type { FittedOrganisation } from '@tocsin/domain/observers/moving-in/fit.js';

/** What people had there, by their addresses. Accounts of one address are one person. */
export function phoneNumbersOf({ people, emails }: Pick<FittedOrganisation, 'people' | 'emails'>): readonly PersonNumbers[] {
  const byEmail = new Map<string, Map<string, PersonNumbers['numbers'][number]>>();
  for (const { id, phones = [] } of people) {
    const email = emails.get(id);
    if (email === undefined) continue;
    const own = byEmail.get(email) ?? new Map();
    for (const phone of phones) own.set(`${phone.kind} ${phone.number}`, phone);
    if (own.size > 0) byEmail.set(email, own);
  }
  return [...byEmail].map(([email, numbers]) => ({ email, numbers: [...numbers.values()] }));
}
