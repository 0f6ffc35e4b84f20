import type { Meta, Recorded } from '@tocsin/contracts/envelope.js';
import { ERASED, isErased } from '@tocsin/contracts/ids.js';
import type { EncryptedField, EventContract } from '@tocsin/contracts/message.js';
import type { NewEvent, StoredEvent } from '../event-log/event-log.js';
import { seal, unseal } from '../vault/encryption.js';
import { isTextSubject, createTextSubject } from '../vault/text-keys.js';
import { KeyMissing, type SubjectKeys } from '../vault/vault.js';
import { isAsJson } from './as-json.js';
import { keysOf, findPathsAt, putAt, getValueAt, withValueAt } from './paths.js';
import { createSalt, saltedText, unsaltedMeta } from './salt.js';

export class CodecError extends Error {
  override readonly name: string = 'CodecError';
}

/** An event of a type or version that this program does not know. A follower of the log stops here and reports it: never skip it. */
export class UnknownEventType extends CodecError {
  override readonly name = 'UnknownEventType';
  constructor(type: string, v?: number, id?: string) {
    super(`this version of Tocsin does not know ${v === undefined ? type : `${type} v ${v}`}${id === undefined ? '' : ` (event ${id})`}`);
  }
}

/** From an old version to the next one, keyed `Type@v`. Pure, one event to one event. */
export type Upcasters = Readonly<Record<string, (data: never) => unknown>>;

export interface CodecDependencies {
  readonly vault: SubjectKeys;
  readonly contractOf: (type: string) => EventContract | undefined;
  readonly upcasters: Upcasters;
  /** The subject for one text; its key may exist already. A new one when absent. */
  readonly textSubject?: () => string;
  /** Called for a text whose key is not in this vault. */
  readonly onTextUnreadable?: (error: KeyMissing) => void;
  /** 16 bytes, base64url; random when absent. */
  readonly createSalt?: () => string;
}

interface NewFact {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
}

/** The bytes to append, and what decoding them gives, if that is known: nothing was encrypted, and JSON changes nothing. */
export interface EncodedEvent {
  readonly event: NewEvent;
  readonly decoded: Pick<Recorded, 'data' | 'meta'> | null;
}

/** Converts between domain events and the bytes on the log. Encrypts personal fields when writing; when reading they are decrypted, or erased. */
export class EventCodec {
  constructor(private readonly dependencies: CodecDependencies) {}

  /**
   * `data` and `meta` are serialised here, once. `parsed`: the caller has already parsed the data with its contract. Throws CodecError when the contract
   * refuses the data, UnknownEventType when there is no contract.
   */
  encode(event: NewFact, meta: Meta, { parsed = false }: { readonly parsed?: boolean } = {}): NewEvent {
    const data = parsed ? event.data : parseBy(this.contractOf(event.type), event);
    return this.toNewEvent(event, data, meta, JSON.stringify(meta)).event;
  }

  /** Events of one decision, already parsed: their common meta is serialised once. */
  encodeAll(events: readonly NewFact[], meta: Meta): readonly EncodedEvent[] {
    const text = JSON.stringify(meta);
    const isMetaUnchanged = isAsJson(meta);
    return events.map((event) => {
      const { event: newEvent, isPlain } = this.toNewEvent(event, event.data, meta, text);
      const isAtHand = isMetaUnchanged && isPlain && isAsJson(event.data);
      return { event: newEvent, decoded: isAtHand ? { data: event.data, meta } : null };
    });
  }

  /** An event that was already parsed with its contract. Fields of subjects that `leave` selects stay encrypted in `decoded`, as in `decode`. */
  encodeParsed(event: NewFact, meta: Meta, leave: (subject: string) => boolean): EncodedEvent {
    const { id, type } = event;
    const contract = this.contractOf(type);
    const { encryptedData: data, enc } = this.hide(contract, id, event.data);
    const newMeta = enc.length === 0 ? meta : { ...meta, enc };
    const isAtHand = enc.every(({ subject }) => leave(subject)) && isAsJson(newMeta) && isAsJson(data);
    const newEvent = { id, type, v: contract.v, data: JSON.stringify(data), meta: this.addSalt(JSON.stringify(newMeta)) };
    return { event: newEvent, decoded: isAtHand ? { data, meta: newMeta } : null };
  }

  /** Subjects of these events’ fields, so that their keys can be made in one flush; texts have their own. */
  subjectsOf(events: readonly Pick<NewFact, 'type' | 'data'>[]): readonly string[] {
    const subjects = new Set<string>();
    for (const { type, data } of events) {
      for (const field of this.contractOf(type).personal) {
        const subject = 'subject' in field ? field.subject(data) : null;
        if (subject !== null) subjects.add(subject);
      }
    }
    return [...subjects];
  }

  /**
   * The event in the newest version of its contract. Throws UnknownEventType, and CodecError when a byte was changed. Does not run zod, because events
   * were parsed when they were appended. Fields of subjects that `leave` selects stay encrypted, for callers who never read them. Throws KeyMissing for
   * them too, so that an incomplete vault is noticed at once. Only the key of a text that a person wrote may be missing: the text then reads as erased,
   * because a lost note must not stop pages.
   */
  decode(storedEvent: StoredEvent, leave?: (subject: string) => boolean): Recorded {
    const { id, stream, revision, ordinal, type } = storedEvent;
    const contract = this.dependencies.contractOf(type);
    if (!contract || storedEvent.v > contract.v) throw new UnknownEventType(type, storedEvent.v, id);
    let data = parseJson(storedEvent, 'data');
    const meta = unsaltedMeta(parseJson(storedEvent, 'meta'));
    for (const { path, subject } of meta.enc ?? []) {
      if (leave?.(subject)) this.dependencies.vault.keyUnlessDestroyed(subject);
      else this.decryptPath(storedEvent, data, path, subject);
    }
    if (storedEvent.v < contract.v) data = this.upcast(storedEvent, contract.v, data);
    return { id, stream, revision, ordinal, type, v: contract.v, data, meta };
  }

  private contractOf(type: string): EventContract {
    const contract = this.dependencies.contractOf(type);
    if (!contract) throw new UnknownEventType(type);
    return contract;
  }

  /** `isPlain`: nothing in it is encrypted. */
  private toNewEvent({ id, type }: NewFact, data: unknown, meta: Meta, metaText: string): { event: NewEvent; isPlain: boolean } {
    const contract = this.contractOf(type);
    const { encryptedData, enc } = this.hide(contract, id, data);
    const text = enc.length === 0 ? metaText : JSON.stringify({ ...meta, enc });
    return {
      event: { id, type, v: contract.v, data: JSON.stringify(encryptedData), meta: this.addSalt(text) },
      isPlain: enc.length === 0,
    };
  }

  private addSalt(metaText: string): string {
    return saltedText(metaText, (this.dependencies.createSalt ?? createSalt)());
  }

  private hide(contract: EventContract, id: string, data: unknown): { encryptedData: unknown; enc: NonNullable<Meta['enc']> } {
    let hidden = data;
    const enc: NonNullable<Meta['enc']> = [];
    for (const field of contract.personal) {
      for (const path of findPathsAt(data, field.path)) {
        const keys = keysOf(path);
        const value = getValueAt(data, keys);
        if (value === undefined || value === null || isErased(value)) continue;
        const subject = this.subjectOf(field, data, value);
        if (subject === null) continue;
        const key = this.dependencies.vault.keyFor(subject);
        if (key) enc.push({ path, subject });
        hidden = withValueAt(hidden, keys, key ? seal(key, placeOf(id, path), JSON.stringify(value)).toString('base64url') : ERASED);
      }
    }
    return { encryptedData: hidden, enc };
  }

  /** Null: it is in plain text in this event. */
  private subjectOf(field: EncryptedField<unknown>, data: unknown, value: unknown): string | null {
    if ('subject' in field) return field.subject(data);
    return value === '' || field.when?.(data) === false ? null : (this.dependencies.textSubject ?? createTextSubject)();
  }

  private decryptPath(storedEvent: StoredEvent, data: unknown, path: string, subject: string): void {
    const keys = keysOf(path);
    const key = this.findKey(subject);
    if (!key) return putAt(data, keys, ERASED);
    const cipherText = getValueAt(data, keys);
    if (typeof cipherText !== 'string')
      throw new CodecError(`${describeEvent(storedEvent)}: the field at ${path} is not encrypted, although its metadata says so`);
    try {
      putAt(data, keys, JSON.parse(unseal(key, placeOf(storedEvent.id, path), Buffer.from(cipherText, 'base64url')).toString('utf8')));
    } catch (error) {
      throw new CodecError(`${describeEvent(storedEvent)}: ${path} does not decrypt: it was changed, or belongs to another event`, {
        cause: error,
      });
    }
  }

  private findKey(subject: string): Buffer | null {
    try {
      return this.dependencies.vault.keyUnlessDestroyed(subject);
    } catch (error) {
      if (!(error instanceof KeyMissing) || !isTextSubject(subject)) throw error;
      this.dependencies.onTextUnreadable?.(error);
      return null;
    }
  }

  private upcast(storedEvent: StoredEvent, newest: number, data: unknown): unknown {
    let newer = data;
    for (let v = storedEvent.v; v < newest; v += 1) {
      const step = this.dependencies.upcasters[`${storedEvent.type}@${v}`] as ((data: unknown) => unknown) | undefined;
      if (!step) throw new UnknownEventType(storedEvent.type, v, storedEvent.id);
      try {
        newer = step(newer);
      } catch (error) {
        throw new CodecError(
          `${describeEvent(storedEvent)} is of version ${v}, and this version of Tocsin can’t read it: go back to the release before, and report it`,
          { cause: error },
        );
      }
    }
    return newer;
  }
}

/** A ciphertext is bound to its field and event: it can’t be decrypted anywhere else. */
const placeOf = (id: string, path: string): string => `${id}|${path}`;

const describeEvent = ({ type, id, stream, revision }: StoredEvent): string => `${type} ${id} (${stream}, revision ${revision})`;

const parseJson = (storedEvent: StoredEvent, part: 'data' | 'meta'): unknown => {
  try {
    return JSON.parse(storedEvent[part]);
  } catch (error) {
    throw new CodecError(`${describeEvent(storedEvent)}: its ${part} is not valid JSON: it was changed`, { cause: error });
  }
};

const parseBy = (contract: EventContract, { id, type, data }: NewFact): unknown => {
  const result = contract.data.safeParse(data);
  if (result.success) return result.data;
  throw new CodecError(`${type} ${id} does not match its contract: ${result.error.message}`, { cause: result.error });
};
