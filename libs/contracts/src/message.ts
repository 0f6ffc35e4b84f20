import { z } from 'zod';
import type { EventGroup } from './event-groups.js';
import type { Permission } from './permissions.js';

/** An encrypted field of an event: its path, and the subject whose key encrypts it. */
export interface PersonalField<Data> {
  /** Dotted path inside `data`, e.g. `owner.email`. */
  readonly path: string;
  /** `person:<id>` or `raw:<integration>:<yyyy-mm>`. */
  readonly subject: (data: Data) => string;
}

/** Text that a person wrote: encrypted under a key of its own, which a redaction destroys. Empty text is left as it is. */
export interface WrittenField<Data> {
  /** As above; `*` matches every entry of a list: `services.*.description`. */
  readonly path: string;
  readonly written: true;
  /** Absent: in every event of the kind. */
  readonly when?: (data: Data) => boolean;
}

export type EncryptedField<Data> = PersonalField<Data> | WrittenField<Data>;

/** Marks a text that a person wrote. In the schema it is `personal(…)`: readable, or erased. */
export const writtenField = <Data>(path: string, when?: (data: Data) => boolean): WrittenField<Data> => ({
  path,
  written: true,
  ...(when ? { when } : {}),
});

/** Contract of one event type. Its key in the table is the type. */
export interface EventContract<S extends z.ZodType = z.ZodType> {
  readonly v: number;
  /** Filter group in the history. */
  readonly group: EventGroup;
  /** Display name, unique in its group. Past tense, like its type. */
  readonly name: string;
  readonly says: string;
  readonly data: S;
  readonly personal: readonly EncryptedField<z.infer<S>>[];
}

export const event = <S extends z.ZodType>(
  v: number,
  [group, name]: readonly [group: EventGroup, name: string],
  says: string,
  data: S,
  personal: readonly EncryptedField<z.infer<S>>[] = [],
): EventContract<S> => ({ v, group, name, says, data, personal });

/** Milliseconds between when it was due and when it was found, if it is relevant: the machine slept, or no reactor ran. */
export const late = z.number().int().optional();

/** Contract of a command as received by the API. */
export interface CommandContract<S extends z.ZodType = z.ZodType> {
  readonly says: string;
  readonly permission: Permission;
  readonly data: S;
}

export const command = <S extends z.ZodType>(says: string, permission: Permission, data: S): CommandContract<S> => ({
  says,
  permission,
  data,
});

/** The union of `{type, data}` that a table of contracts describes. */
export type Messages<Table extends Record<string, { data: z.ZodType }>> = {
  [T in keyof Table & string]: { readonly type: T; readonly data: z.infer<Table[T]['data']> };
}[keyof Table & string];
