import type { z } from 'zod';
import type { Permission } from './permissions.js';

/** A field of an event that is encrypted: where it stands, and whose key protects it. */
export interface PersonalField<Data> {
  /** Dotted path inside `data`, e.g. `owner.email`. */
  readonly path: string;
  /** `person:<id>` or `raw:<integration>:<yyyy-mm>`. */
  readonly subject: (data: Data) => string;
}

/** What one kind of fact looks like on the log. The key it stands under in a noun's table is its name. */
export interface EventContract<S extends z.ZodType = z.ZodType> {
  readonly v: number;
  readonly says: string;
  readonly data: S;
  readonly personal: readonly PersonalField<z.infer<S>>[];
}

export const event = <S extends z.ZodType>(
  v: number,
  says: string,
  data: S,
  personal: readonly PersonalField<z.infer<S>>[] = [],
): EventContract<S> => ({ v, says, data, personal });

/** What one act of a person or program looks like at the door. */
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
