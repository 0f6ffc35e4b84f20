/** What the server found about the code of a command. `wrong`: also a missing one. `none`: there was nothing to compare it with, or this actor needs none. */
export type CodeCheck = 'right' | 'wrong' | 'none';

export interface CodeChecked {
  readonly codeCheck: CodeCheck;
}

/** The command behind a fact that only a right code leads to: a wrong one is refused, so the fact itself records the outcome. */
export const withRightCode = <D extends object>(data: D): D & CodeChecked => ({ ...data, codeCheck: 'right' });
