import { randomBytes } from 'node:crypto';

/** Replaces a key. */
const blank = '[integration key]';
const keyCharacters = 32;
/** In any text of a key’s length, exactly one block of this length starts at a multiple of `stride`: only that block is looked up. */
const blockCharacters = 24;
const stride = keyCharacters - blockCharacters + 1;
const runs = new RegExp(`[0-9a-f]{${keyCharacters},}`, 'gi');
/** A character of a key as a JSON escape, which no serialiser writes. */
const escapedCharacter = /\\u00(?:3\d|[46][1-6])/i;
const wellFormed = new RegExp(`^[0-9a-f]{${keyCharacters}}$`);

/** 128 bits, in the length that PagerDuty clients expect. */
export const newIntegrationKey = (): string => randomBytes(keyCharacters / 2).toString('hex');

export const isWellFormedKey = (key: string): boolean => wellFormed.test(key);

/** A body with its keys removed: parsed, and as the text that is stored. */
export interface Blanked {
  readonly body: unknown;
  readonly text: string;
}

interface Place {
  readonly key: string;
  readonly offset: number;
}

/** The valid keys, for finding them anywhere in what senders write. */
export class KnownKeys {
  private readonly blocks = new Map<string, Place[]>();
  private readonly keys = new Set<string>();
  /** Changes each time that a key is added or removed. */
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

  /** The text with every known key replaced, also in upper case. */
  blank(text: string): string {
    return text.replace(runs, (run) => this.blankRun(run));
  }

  /** Whether this JSON may contain a known key, plain or escaped. */
  mayBeIn(json: string): boolean {
    return escapedCharacter.test(json) || this.blank(json) !== json;
  }

  /**
   * Removes all known keys from a body and its text. Values are checked after parsing, because a key may be escaped in the text;
   * the text is then written again. Changes `body` in place.
   */
  blanked(body: unknown, text: string): Blanked {
    const isEscaped = escapedCharacter.test(text);
    const safe = this.blank(text);
    if (safe === text && !isEscaped) return { body, text };
    const clean = this.blankValues(body);
    return { body: clean, text: isEscaped ? rewritten(clean) : safe };
  }

  /** Iterative, so that any depth of nesting works. */
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
      // defined instead of assigned, because a field may be named “__proto__”
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

/** JSON.parse reads deeper nesting than JSON.stringify writes: such a body is not stored. */
const rewritten = (body: unknown): string => {
  try {
    return JSON.stringify(body);
  } catch {
    return '';
  }
};
