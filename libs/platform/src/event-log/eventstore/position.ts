/** In the server’s transaction file. Used only in this folder: other code uses ordinals and tokens. */
export interface Position {
  readonly commit: bigint;
  readonly prepare: bigint;
}

export const atTheStart: Position = { commit: 0n, prepare: 0n };

export const isAfter = (one: Position, other: Position): boolean =>
  one.commit > other.commit || (one.commit === other.commit && one.prepare > other.prepare);

/** Padded to the width of the largest position, so that tokens compare as strings. */
export const tokenOfPosition = ({ commit, prepare }: Position): string => `${padNumber(commit)}-${padNumber(prepare)}`;

const padNumber = (value: bigint): string => value.toString().padStart(20, '0');
