import type { Fact, FactOf } from '@tocsin/contracts/catalogue.js';
import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { OrganisationRole } from '@tocsin/contracts/permissions.js';
import { limits } from '@tocsin/contracts/limits.js';
import { domain } from '@tocsin/domain/registry.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { World } from '@tocsin/kernel/replay/world.js';
import type { WorldOutcome } from '@tocsin/kernel/replay/world/outcome.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import { largestAppend } from '../append-sizes.js';
import { byContract } from '../stage/reenact-folder.js';

/** Takes six bytes in JSON, more than any other character. */
const escaped = '\u0001';
/** Takes three bytes, the most for a character that names allow; and one that takes four bytes and two UTF-16 units. */
const wide = '漢';
const emoji = '🔥';

/** A text of the maximum length, with the maximum number of bytes. */
export const longest = (characters: number): string => escaped.repeat(characters);
/** A name of the maximum length, made unique by a number. */
export const longName = (n = 0, characters = 80): string => `${n}${emoji}`.padEnd(characters, wide);

export const many = <One>(n: number, make: (index: number) => One): One[] => Array.from({ length: n }, (_, index) => make(index));

/** `01900000-0000-7000-8000-5e0000000007`: the n-th of a kind, two hexadecimal digits. */
export const nth = (kind: string, n: number): string => `01900000-0000-7000-8000-${kind}${n.toString(16).padStart(10, '0')}`;
export const person = (n: number): string => nth('a0', n);
export const team = (n: number): string => nth('7e', n);

export const bySystem: Actor = { kind: 'system', id: 'tocsin', roles: [] };
export const actorWithRole = (id: string, role: OrganisationRole = 'owner'): Actor => ({ kind: 'person', id, roles: [role] });

/** An installation with facts as if they had been decided long ago, each on its own stream. */
export class LargeWorld {
  readonly world = new World(domain, { start: '2026-11-21T03:12:00.000Z', written: byContract });
  private startedAt = 0;

  has(stream: string, ...facts: readonly Fact[]): this {
    this.world.record(stream, facts, bySystem);
    this.startedAt = this.world.events.length;
    return this;
  }

  /** Runs a person’s command and everything that follows from it. */
  does(command: Message, actor: Actor = actorWithRole(person(0))): WorldOutcome {
    this.startedAt = this.world.events.length;
    return this.world.run(command, { actor });
  }

  /** Events decided since. */
  get decided(): readonly Recorded[] {
    return this.world.events.slice(this.startedAt);
  }

  all<T extends Fact['type']>(type: T): readonly FactOf<T>[] {
    return this.world.events.filter((event) => event.type === type).map(({ data }) => data as FactOf<T>);
  }

  /** The largest decided append: `fits`, or its number of bytes. */
  size(): string {
    const { type, bytes } = largestAppend(this.decided);
    return bytes <= limits.appendBytes ? 'fits' : `${type}: ${bytes}`;
  }

  /** Asserts that a re-enactment gives the same events, and none is missing. */
  replay(): readonly string[] {
    const own = new Set(this.decided.map(({ ordinal }) => ordinal));
    const { differences, missing } = reenact(domain, this.world.events, { written: byContract });
    return [
      ...differences.filter(({ ordinal }) => own.has(ordinal)).map(({ ordinal, why }) => `${ordinal}: ${why}`),
      ...missing.map(({ command }) => `missing: ${command}`),
    ];
  }
}
