/** The output of a program, as it is written. */
export class ProcessOutput {
  private text = '';
  private readonly waiters = new Set<() => void>();

  get all(): string {
    return this.text;
  }

  add(text: string): void {
    this.text += text;
    for (const look of this.waiters) look();
  }

  /** Resolves to the match once all of it matches, also if it does already. */
  waitForMatch(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve) => {
      const look = (): void => {
        const match = pattern.exec(this.text);
        if (!match) return;
        this.waiters.delete(look);
        resolve(match);
      };
      this.waiters.add(look);
      look();
    });
  }
}
