import { randomBytes } from 'node:crypto';

/** Replaces a key. */
const blank = '[integration key]';
const keyCharacters = 32;
/** In any text of a key’s length, exactly one block of this length starts at a multiple of `stride`: only that block is looked up. */
const blockCharacters = 24;
const stride = keyCharacters - blockCharacters + 1;
/** By character code: whether it may be part of a key. */
const hexDigits = Uint8Array.from({ length: 128 }, (_none, code) => (/[0-9a-f]/i.test(String.fromCharCode(code)) ? 1 : 0));
const isHexAt = (text: string, at: number): boolean => hexDigits[text.charCodeAt(at)] === 1;

/** Whether a run of hexadecimal digits is as long as a key. Such a run has a digit at a multiple of that length: few others are looked at. */
const hasHexRun = (text: string): boolean => {
  for (let at = keyCharacters - 1; at < text.length; at += keyCharacters) {
    if (!isHexAt(text, at)) continue;
    let [from, to] = [at, at + 1];
    while (from > at - keyCharacters + 1 && isHexAt(text, from - 1)) from -= 1;
    while (to < from + keyCharacters && to < text.length && isHexAt(text, to)) to += 1;
    if (to - from === keyCharacters) return true;
  }
  return false;
};
const hexRuns = new RegExp(`[0-9a-f]{${keyCharacters},}`, 'gi');
/** A character of a key as a JSON escape, which no serialiser writes. */
const escapedCharacter = /\\u00(?:2d|3\d|[46][1-6])/i;
const hasEscapedCharacter = (json: string): boolean => json.includes('\\u00') && escapedCharacter.test(json);
const wellFormed = new RegExp(`^[0-9a-f]{${keyCharacters}}$`);
/** Of another system, which writes capital letters beside digits: only as it stands. */
const capitalKeys = new RegExp(`(?<![0-9A-Z])[0-9A-Z]{${keyCharacters}}(?![0-9A-Z])`, 'g');
const wholeCapitalKey = new RegExp(`^(?=.*[G-Z])[0-9A-Z]{${keyCharacters}}$`);
/** A key as a UUID is written: some clients take only that form. */
const dashedKeys = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;
const wholeDashedKey = new RegExp(`^${dashedKeys.source}$`, 'i');
/** Whether there may be a key with dashes: dashes at a UUID’s distances. */
const hasUuidDashes = (text: string): boolean => {
  for (let at = text.indexOf('-'); at !== -1; at = text.indexOf('-', at + 1)) {
    if (text[at + 5] === '-' && text[at + 10] === '-' && text[at + 15] === '-') return true;
  }
  return false;
};

/** 128 bits, in the length that PagerDuty clients expect. */
export const createIntegrationKey = (): string => randomBytes(keyCharacters / 2).toString('hex');

export const isWellFormedKey = (key: string): boolean => wellFormed.test(key);

/** A key in the form that it was issued in: clients may write it as a UUID, and in upper case. Undefined for a text that can’t be a key. */
export const toIssuedKey = (written: string): string | undefined => {
  if (isWellFormedKey(written) || wholeCapitalKey.test(written)) return written;
  const plain = (wholeDashedKey.test(written) ? written.replaceAll('-', '') : written).toLowerCase();
  return isWellFormedKey(plain) ? plain : undefined;
};

/** A body with its keys removed: parsed, and as the text that is stored. */
export interface StrippedBody {
  readonly body: unknown;
  readonly text: string;
}

interface KeyPlace {
  readonly key: string;
  readonly offset: number;
}

/** The valid keys, for finding them anywhere in what senders write. */
export class KnownKeys {
  private readonly blocks = new Map<string, KeyPlace[]>();
  private readonly keys = new Set<string>();
  private capitals = 0;
  /** Changes each time that a key is added or removed. */
  version = 0;

  add(key: string): void {
    if (toIssuedKey(key) !== key) return;
    this.keys.add(key);
    this.version += 1;
    if (!isWellFormedKey(key)) {
      this.capitals += 1;
      return;
    }
    for (const [block, place] of placesOf(key)) this.blocks.set(block, [...(this.blocks.get(block) ?? []), place]);
  }

  delete(key: string): void {
    const isKnown = this.keys.delete(key);
    this.version += 1;
    if (isKnown && !isWellFormedKey(key)) this.capitals -= 1;
    for (const [block] of placesOf(key)) {
      const otherPlaces = this.blocks.get(block)?.filter((place) => place.key !== key) ?? [];
      if (otherPlaces.length > 0) this.blocks.set(block, otherPlaces);
      else this.blocks.delete(block);
    }
  }

  all(): readonly string[] {
    return [...this.keys];
  }

  /** The text with every known key replaced, also in upper case and with dashes. */
  stripText(text: string): string {
    const withoutDashed = hasUuidDashes(text) ? text.replace(dashedKeys, (written) => (this.isKnown(written) ? blank : written)) : text;
    const withoutHex = hasHexRun(withoutDashed) ? withoutDashed.replace(hexRuns, (run) => this.stripRun(run)) : withoutDashed;
    return this.capitals === 0 ? withoutHex : withoutHex.replace(capitalKeys, (run) => (this.keys.has(run) ? blank : run));
  }

  private isKnown(written: string): boolean {
    const key = toIssuedKey(written);
    return key !== undefined && this.keys.has(key);
  }

  /** Whether this JSON may contain a known key, plain or escaped. */
  canContainKey(json: string): boolean {
    return hasEscapedCharacter(json) || this.stripText(json) !== json;
  }

  /**
   * Removes all known keys from a body and its text. Values are checked after parsing, because a key may be escaped in the text;
   * the text is then written again. Changes `body` in place.
   */
  stripBody(body: unknown, text: string): StrippedBody {
    const isEscaped = hasEscapedCharacter(text);
    const safe = this.stripText(text);
    if (safe === text && !isEscaped) return { body, text };
    const clean = this.stripValues(body);
    return { body: clean, text: isEscaped ? rewriteBody(clean) : safe };
  }

  /** Iterative, so that any depth of nesting works. */
  private stripValues(body: unknown): unknown {
    const root: Record<string, unknown> = { body };
    const queue: object[] = [root];
    for (let next = queue.pop(); next; next = queue.pop()) this.stripMembers(next, queue);
    return root.body;
  }

  private stripMembers(holder: object, queue: object[]): void {
    for (const [name, value] of Object.entries(holder)) {
      const safeName = this.stripText(name);
      const safe: unknown = typeof value === 'string' ? this.stripText(value) : value;
      if (safeName !== name) delete (holder as Record<string, unknown>)[name];
      // defined instead of assigned, because a field may be named “__proto__”
      if (safeName !== name || safe !== value)
        Object.defineProperty(holder, safeName, { value: safe, enumerable: true, writable: true, configurable: true });
      if (typeof safe === 'object' && safe !== null) queue.push(safe);
    }
  }

  private stripRun(run: string): string {
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

const placesOf = (key: string): readonly (readonly [string, KeyPlace])[] =>
  Array.from({ length: stride }, (_none, offset) => [key.slice(offset, offset + blockCharacters), { key, offset }]);

/** JSON.parse reads deeper nesting than JSON.stringify writes: such a body is not stored. */
const rewriteBody = (body: unknown): string => {
  try {
    return JSON.stringify(body);
  } catch {
    return '';
  }
};
