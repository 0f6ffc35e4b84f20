/** What the server found about the code that a command came with. `none`: there was nothing to compare, or this actor needs no code. */
export type CodeCheck = 'right' | 'wrong' | 'none';

export interface CodeChecked {
  readonly codeCheck: CodeCheck;
}

/** The command behind a fact that only a right code leads to: a wrong one is refused, so the fact itself records the outcome. */
export const withRightCode = <D extends object>(data: D): D & CodeChecked => ({ ...data, codeCheck: 'right' });
