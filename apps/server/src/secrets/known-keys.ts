import { randomBytes } from 'node:crypto';

/** What stands in the place of a key. */
const blank = '[integration key]';
const keyCharacters = 32;
/** In any run of so many characters as a key has, one block of this length begins at a multiple of `stride`: it alone is looked up. */
const blockCharacters = 24;
const stride = keyCharacters - blockCharacters + 1;
const runs = new RegExp(`[0-9a-f]{${keyCharacters},}`, 'gi');
/** A character of a key, written as an escape of JSON: no serialiser does so. */
const escapedCharacter = /\\u00(?:3\d|[46][1-6])/i;
const wellFormed = new RegExp(`^[0-9a-f]{${keyCharacters}}$`);

/** 128 bits, in the length that clients of PagerDuty ask for. */
export const newIntegrationKey = (): string => randomBytes(keyCharacters / 2).toString('hex');

export const isWellFormedKey = (key: string): boolean => wellFormed.test(key);

/** A body without the keys that stood in it: parsed, and as the text that is kept. */
export interface Blanked {
  readonly body: unknown;
  readonly text: string;
}

interface Place {
  readonly key: string;
  readonly offset: number;
}

/** The keys that open a door now, found wherever they stand in what senders write. */
export class KnownKeys {
  private readonly blocks = new Map<string, Place[]>();
  private readonly keys = new Set<string>();
  /** Another one each time that a key comes or goes. */
  version = 0;

  add(key: string): void {
    if (!isWellFormedKey(key)) return;
    this.keys.add(key);
    this.version += 1;
    for (const [block, place] of placesOf(key)) this.blocks.set(block, [...(this.blocks.get(block) ?? []), place]);
  }

  delete(key: string): void {
    this.keys.delete(key);
    this.version += 1;
    for (const [block] of placesOf(key)) {
      const others = this.blocks.get(block)?.filter((place) => place.key !== key) ?? [];
      if (others.length > 0) this.blocks.set(block, others);
      else this.blocks.delete(block);
    }
  }

  all(): readonly string[] {
    return [...this.keys];
  }

  /** The text with every known key blanked out, in capitals too. */
  blank(text: string): string {
    return text.replace(runs, (run) => this.blankRun(run));
  }

  /** Whether a known key may stand in this JSON: as it is, or escaped. */
  mayBeIn(json: string): boolean {
    return escapedCharacter.test(json) || this.blank(json) !== json;
  }

  /**
   * A body and its text without any known key. The values are looked at after parsing, since a key may be escaped in the text; the text is
   * written anew then. `body` is changed in place.
   */
  blanked(body: unknown, text: string): Blanked {
    const isEscaped = escapedCharacter.test(text);
    const safe = this.blank(text);
    if (safe === text && !isEscaped) return { body, text };
    const clean = this.blankValues(body);
    return { body: clean, text: isEscaped ? writtenAnew(clean) : safe };
  }

  /** Goes through nesting of any depth without recursion. */
  private blankValues(body: unknown): unknown {
    const root: Record<string, unknown> = { body };
    const waiting: object[] = [root];
    for (let next = waiting.pop(); next; next = waiting.pop()) this.blankMembers(next, waiting);
    return root.body;
  }

  private blankMembers(holder: object, waiting: object[]): void {
    for (const [name, value] of Object.entries(holder)) {
      const safeName = this.blank(name);
      const safe: unknown = typeof value === 'string' ? this.blank(value) : value;
      if (safeName !== name) delete (holder as Record<string, unknown>)[name];
      // defined, not assigned: a member may be called “__proto__”
      if (safeName !== name || safe !== value)
        Object.defineProperty(holder, safeName, { value: safe, enumerable: true, writable: true, configurable: true });
      if (typeof safe === 'object' && safe !== null) waiting.push(safe);
    }
  }

  private blankRun(run: string): string {
    const text = run.toLowerCase();
    let [clean, from] = ['', 0];
    for (let at = 0; at + blockCharacters <= text.length; at += stride) {
      for (const { key, offset } of this.blocks.get(text.slice(at, at + blockCharacters)) ?? []) {
        const start = at - offset;
        if (start < from || !text.startsWith(key, start)) continue;
        clean += run.slice(from, start) + blank;
        from = start + keyCharacters;
      }
    }
    return from === 0 ? run : clean + run.slice(from);
  }
}

const placesOf = (key: string): readonly (readonly [string, Place])[] =>
  Array.from({ length: stride }, (_none, offset) => [key.slice(offset, offset + blockCharacters), { key, offset }]);

/** JSON.parse reads deeper nesting than JSON.stringify writes: nothing of such a body is kept. */
const writtenAnew = (body: unknown): string => {
  try {
    return JSON.stringify(body);
  } catch {
    return '';
  }
};
