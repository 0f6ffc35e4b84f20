/** The output of a program, as it is written. */
export class Written {
  private text = '';
  private readonly waiting = new Set<() => void>();

  get all(): string {
    return this.text;
  }

  add(text: string): void {
    this.text += text;
    for (const look of this.waiting) look();
  }

  /** Resolves to the match once all of it matches, also if it does already. */
  says(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = pattern.exec(this.text);
        if (!found) return;
        this.waiting.delete(look);
        resolve(found);
      };
      this.waiting.add(look);
      look();
    });
  }
}
