import type { PersonReference } from '@tocsin/contracts/imported-history/events.js';
import type { ForeignSystemName } from '@tocsin/contracts/moving-in/systems.js';
import type { References } from '@tocsin/domain/observers/moving-in/history/references.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';
import type { RescuedPerson } from './rescued-people.js';

export interface NewPerson {
  /** HMAC of the account’s id in its system, and of its address; null: it has none. */
  readonly key: string;
  readonly addressKey: string | null;
  readonly who: PersonReference;
  readonly name: string;
  readonly address: string;
  readonly accountId: string;
}

interface Options {
  readonly system: ForeignSystemName;
  readonly mac: (text: string) => string;
  /** By the hash of an account, as an earlier import knows them. */
  readonly earlier: ReadonlyMap<string, PersonReference>;
}

/** Systems whose acts name accounts only: whoever is in none of their lists was deleted. */
const namesAccounts = new Set<ForeignSystemName>(['pagerduty', 'oncall']);

/** Who is meant in a rescue. Those without an account here become former people, with a name and no account. */
export class ReferencedPeople {
  /** That no event says yet. */
  private fresh: NewPerson[] = [];

  constructor(
    private readonly references: References,
    private readonly options: Options,
  ) {}

  add({ id, email, name, texts }: RescuedPerson): void {
    const { earlier: known } = this.options;
    const [key, addressKey] = [this.keyOf(id), this.keyOfAddress(email)];
    const earlier = known.get(key) ?? (addressKey === null ? undefined : known.get(addressKey));
    const matched = email === '' ? undefined : this.references.find(email);
    // who was erased here is found by these hashes alone, and stays who they were
    const who = matched ?? earlier ?? this.former(key);
    this.references.add(who, texts);
    this.fresh.push({ key, addressKey, who, name, address: email, accountId: id });
  }

  /** `isPerson`: whatever is named is somebody. */
  find(named: string | null, isPerson: boolean): PersonReference | null {
    if (named === null) return null;
    const known = this.references.find(named);
    if (known !== undefined) return known;
    const { system, earlier } = this.options;
    if (!isPerson && !named.includes('@') && !namesAccounts.has(system)) return null;
    const isAddress = named.includes('@');
    const [key, addressKey] = [this.keyOf(named), isAddress ? this.keyOfAddress(named) : null];
    const who = earlier.get(addressKey ?? key) ?? this.former(key);
    this.references.add(who, [named]);
    this.fresh.push({ key, addressKey, who, name: '', address: isAddress ? named : '', accountId: isAddress ? '' : named });
    return who;
  }

  replaceIn(text: string): string {
    return this.references.replaceIn(text);
  }

  takeNew(): readonly NewPerson[] {
    return this.fresh.splice(0);
  }

  private keyOf(id: string): string {
    return this.options.mac(`${this.options.system}:${id.toLowerCase()}`);
  }

  private keyOfAddress(address: string): string | null {
    return address === '' ? null : this.options.mac(`address:${address.toLowerCase()}`);
  }

  private former(key: string): PersonReference {
    return { kind: 'former', id: deriveNamedId('former', key) };
  }
}
